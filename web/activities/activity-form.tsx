import { useForm, useWatch } from 'react-hook-form'
import { type Activity, ActivityInput } from '../../contract/activities.ts'
import { activityTypes, defaultActivityType, typeName } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { useDraft } from '../drafts.ts'
import { useFormSaving } from '../form-saving.ts'
import { asNumber, checkedBy, errorText } from '../form-schema.ts'
import { useLanguage, useSay } from '../language.ts'
import type { FormHandlers } from '../open-form.ts'
import { ConflictBanner } from '../ui/conflict-banner.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { NumberField, SelectField, TextareaField, TextField } from '../ui/field.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { toast } from '../ui/toast.tsx'
import { useReadActivity, useSaveActivity } from './activities.api.ts'

const Form = ActivityInput.omit({ version: true })
const translated = ['name_ckb', 'name_ar', 'description_ckb', 'description_ar'] as const
type Values = Pick<ActivityInput, 'name' | 'type' | 'description'> &
  Record<(typeof translated)[number], string> & {
    /** Text until it is a number. */
    score: number | string
  }

/** Toast topic: each attempt to save replaces the message of the previous one. */
const topic = 'activity-form'

const blank: Values = {
  name: '',
  score: '',
  type: defaultActivityType,
  description: '',
  name_ckb: '',
  name_ar: '',
  description_ckb: '',
  description_ar: '',
}

function valuesOf({ name, score, type, description, ...others }: Activity): Values {
  return {
    name,
    score,
    type,
    description,
    name_ckb: others.name_ckb ?? '',
    name_ar: others.name_ar ?? '',
    description_ckb: others.description_ckb ?? '',
    description_ar: others.description_ar ?? '',
  }
}

type Props = { activity: Activity | undefined } & FormHandlers<Activity>

export function ActivityForm({ activity, onSaved, onCancel, onLeave }: Props) {
  const say = useSay()
  const language = useLanguage()
  const { fields } = messages
  const { mutateAsync: saveActivity } = useSaveActivity()
  const values = activity ? valuesOf(activity) : blank
  const form = useForm({ defaultValues: values, resolver: checkedBy(Form) })
  const draft = useDraft(form, { form: 'activity', row: activity, values })
  const { errors, isSubmitting } = form.formState
  const translations = useWatch({ control: form.control, name: translated })
  const { submit, conflict } = useFormSaving({
    form,
    row: activity,
    draft,
    save: async (input, version) => {
      const saved = await saveActivity({ ...input, id: activity?.id, ...(version === undefined ? {} : { version }) })
      toast(activity ? messages.activities.updated : messages.activities.added, { topic })
      onSaved(saved)
    },
    readLatest: useReadActivity(),
    toValues: valuesOf,
    describe: ({ name, score, type, description, name_ckb, name_ar, description_ckb, description_ar }) => [
      [say(messages.fields.name), name.trim()],
      [say(messages.fields.score), String(score)],
      [say(messages.fields.type), say(typeName(type))],
      [say(messages.fields.description), description.trim()],
      [say(messages.fields.nameCkb), name_ckb.trim()],
      [say(messages.fields.nameAr), name_ar.trim()],
      [say(messages.fields.descriptionCkb), description_ckb.trim()],
      [say(messages.fields.descriptionAr), description_ar.trim()],
    ],
    failed: activity ? messages.activities.editFailed : messages.activities.addFailed,
    tell: (message, standsAtField) => !standsAtField && toast(message, { kind: 'bad', topic }),
  })

  return (
    <FormCard
      title={say(
        activity ? messages.actions.editNamed({ name: localized(language, activity, 'name') }) : messages.activities.newActivity,
      )}
      hint={activity && say(messages.activities.futureOnly)}
      submitLabel={say(activity ? messages.activities.update : messages.activities.add)}
      busy={isSubmitting}
      isRestored={draft.isRestored}
      onSubmit={submit}
      onCancel={onCancel}
      onLeave={onLeave}
      decision={conflict && <ConflictBanner {...conflict} />}
    >
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3.5 lg:grid-cols-4">
        <div className="col-span-2">
          <TextField label={say(fields.name)} required error={errorText(say, errors.name)} {...form.register('name')} />
        </div>
        <NumberField
          label={say(fields.score)}
          required
          error={errorText(say, errors.score)}
          {...form.register('score', asNumber(2))}
        />
        <SelectField label={say(fields.type)} required error={errorText(say, errors.type)} {...form.register('type')}>
          {activityTypes.map((type) => (
            <option key={type} value={type}>
              {say(typeName(type))}
            </option>
          ))}
        </SelectField>
        <div className="col-span-full">
          <TextareaField
            label={say(fields.description)}
            required
            error={errorText(say, errors.description)}
            {...form.register('description')}
          />
        </div>
        <div className="col-span-full">
          <Disclosure
            label={say(messages.fields.otherLanguages)}
            isFilled={translations.some(Boolean)}
            error={translated.map((field) => errors[field]).find(Boolean)}
          >
            <div className="grid items-start gap-x-4 gap-y-3.5 lg:grid-cols-2">
              <TextField
                label={say(messages.fields.nameCkb)}
                lang="ckb"
                dir="rtl"
                error={errorText(say, errors.name_ckb)}
                {...form.register('name_ckb')}
              />
              <TextField
                label={say(messages.fields.nameAr)}
                lang="ar"
                dir="rtl"
                error={errorText(say, errors.name_ar)}
                {...form.register('name_ar')}
              />
              <TextareaField
                label={say(messages.fields.descriptionCkb)}
                lang="ckb"
                dir="rtl"
                error={errorText(say, errors.description_ckb)}
                {...form.register('description_ckb')}
              />
              <TextareaField
                label={say(messages.fields.descriptionAr)}
                lang="ar"
                dir="rtl"
                error={errorText(say, errors.description_ar)}
                {...form.register('description_ar')}
              />
            </div>
          </Disclosure>
        </div>
      </div>
    </FormCard>
  )
}

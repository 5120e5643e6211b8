import { useForm, useWatch } from 'react-hook-form'
import { type Activity, ActivityInput } from '../../contract/activities.ts'
import { activityTypes, defaultActivityType } from '../../contract/codes.ts'
import { messages } from '../../contract/messages.ts'
import { useDraft } from '../drafts.ts'
import { useFormSaving } from '../form-saving.ts'
import { checkedBy } from '../form-schema.ts'
import type { FormHandlers } from '../open-form.ts'
import { ConflictBanner } from '../ui/conflict-banner.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { NumberField, SelectField, TextareaField, TextField } from '../ui/field.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { toast } from '../ui/toast.tsx'
import { useReadActivity, useSaveActivity } from './activities.api.ts'

const Form = ActivityInput.omit({ version: true })
const translated = ['name_ckb', 'name_ar', 'description_ckb', 'description_ar'] as const
type Values = Pick<ActivityInput, 'name' | 'score' | 'type' | 'description'> & Record<(typeof translated)[number], string>

/** Toast topic: each attempt to save replaces the message of the previous one. */
const topic = 'activity-form'

/** The score is not a number yet. */
const blank: Values = {
  name: '',
  score: Number.NaN,
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
      ['Name', name.trim()],
      ['Score', String(score)],
      ['Type', type],
      ['Description', description.trim()],
      ['Name (Kurdish)', name_ckb.trim()],
      ['Name (Arabic)', name_ar.trim()],
      ['Description (Kurdish)', description_ckb.trim()],
      ['Description (Arabic)', description_ar.trim()],
    ],
    failed: activity ? messages.activities.editFailed : messages.activities.addFailed,
    tell: (sentence, standsAtField) => !standsAtField && toast(sentence, { kind: 'bad', topic }),
  })

  return (
    <FormCard
      title={activity ? `Edit ${activity.name}` : 'New activity'}
      hint={activity && messages.activities.futureOnly}
      submitLabel={activity ? 'Update Activity' : 'Add Activity'}
      busy={isSubmitting}
      isRestored={draft.isRestored}
      onSubmit={submit}
      onCancel={onCancel}
      onLeave={onLeave}
      decision={conflict && <ConflictBanner {...conflict} />}
    >
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3.5 lg:grid-cols-4">
        <div className="col-span-2">
          <TextField label="Name" required error={errors.name?.message} {...form.register('name')} />
        </div>
        <NumberField
          label="Score"
          required
          min={0}
          max={1000}
          step={0.01}
          error={errors.score?.message}
          {...form.register('score', { valueAsNumber: true })}
        />
        <SelectField label="Type" required error={errors.type?.message} {...form.register('type')}>
          {activityTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </SelectField>
        <div className="col-span-full">
          <TextareaField label="Description" required error={errors.description?.message} {...form.register('description')} />
        </div>
        <div className="col-span-full">
          <Disclosure
            label="Other languages"
            isFilled={translations.some(Boolean)}
            error={translated.map((field) => errors[field]).find(Boolean)}
          >
            <div className="grid items-start gap-x-4 gap-y-3.5 lg:grid-cols-2">
              <TextField
                label="Name (Kurdish)"
                lang="ckb"
                dir="rtl"
                error={errors.name_ckb?.message}
                {...form.register('name_ckb')}
              />
              <TextField
                label="Name (Arabic)"
                lang="ar"
                dir="rtl"
                error={errors.name_ar?.message}
                {...form.register('name_ar')}
              />
              <TextareaField
                label="Description (Kurdish)"
                lang="ckb"
                dir="rtl"
                error={errors.description_ckb?.message}
                {...form.register('description_ckb')}
              />
              <TextareaField
                label="Description (Arabic)"
                lang="ar"
                dir="rtl"
                error={errors.description_ar?.message}
                {...form.register('description_ar')}
              />
            </div>
          </Disclosure>
        </div>
      </div>
    </FormCard>
  )
}

import { useForm } from 'react-hook-form'
import { type Activity, ActivityInput } from '../../contract/activities.ts'
import { activityTypes, defaultActivityType, typeName } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { useDraft } from '../drafts/drafts.ts'
import { useReadActivity, useSaveActivity } from '../entities/activities/activities.api.ts'
import { useFormSaving } from '../forms/form-saving.ts'
import { asNumber, checkedBy, errorText } from '../forms/form-schema.ts'
import type { FormHandlers } from '../forms/open-form.ts'
import { TranslatedFields } from '../forms/translated-fields.tsx'
import { describeTranslations, type TranslationValues, translationValues } from '../forms/translations.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { ConflictBanner } from '../ui/conflict-banner.tsx'
import { NumberField, SelectField, TextareaField, TextField } from '../ui/field.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { toast } from '../ui/toast.tsx'

const Form = ActivityInput.omit({ version: true })
type Values = Pick<ActivityInput, 'name' | 'type' | 'description'> &
  Record<'kind' | 'place', string> &
  Record<'names' | 'descriptions' | 'kinds' | 'places', TranslationValues> & {
    /** The score, a text until it is a number. */
    score: number | string
  }

/** Toast topic: each attempt to save replaces the message of the previous one. */
const topic = 'activity-form'

const blank: Values = {
  name: '',
  score: '',
  type: defaultActivityType,
  description: '',
  names: translationValues(),
  descriptions: translationValues(),
  kind: '',
  place: '',
  kinds: translationValues(),
  places: translationValues(),
}

function valuesOf({ name, score, type, description, ...others }: Activity): Values {
  return {
    name,
    score,
    type,
    description,
    names: translationValues(others.names),
    descriptions: translationValues(others.descriptions),
    kind: others.kind ?? '',
    place: others.place ?? '',
    kinds: translationValues(others.kinds),
    places: translationValues(others.places),
  }
}

type Props = {
  activity: Activity | undefined
  onPointsChanged: (activity: Activity) => void
  onShowPoints: (activity: Activity) => void
} & FormHandlers<Activity>

export function ActivityForm({ activity, onPointsChanged, onShowPoints, onSaved, onCancel, onLeave }: Props) {
  const say = useSay()
  const language = useLanguage()
  const { fields } = messages
  const { mutateAsync: saveActivity } = useSaveActivity()
  const values = activity ? valuesOf(activity) : blank
  const form = useForm({ defaultValues: values, resolver: checkedBy(Form) })
  const draft = useDraft(form, { form: 'activity', row: activity, values })
  const { errors, isSubmitting } = form.formState
  const { submit, conflict } = useFormSaving({
    form,
    row: activity,
    draft,
    save: async (input, version) => {
      const saved = await saveActivity({ ...input, id: activity?.id, ...(version === undefined ? {} : { version }) })
      toast(activity ? messages.activities.updated : messages.activities.added, { topic })
      // The points of postings in the current term are asked about after the save, which changes none of them.
      if (activity && activity.score !== saved.score) onPointsChanged(saved)
      onSaved(saved)
    },
    readLatest: useReadActivity(),
    toValues: valuesOf,
    describe: ({ name, score, type, description, names, descriptions, kind, place, kinds, places }) => [
      [say(messages.fields.name), name.trim()],
      [say(messages.fields.score), String(score)],
      [say(messages.fields.type), say(typeName(type))],
      [say(messages.fields.description), description.trim()],
      ...describeTranslations(say, messages.fields.name, names),
      ...describeTranslations(say, messages.fields.description, descriptions),
      [say(messages.activities.kind), kind.trim()],
      [say(messages.activities.place), place.trim()],
      ...describeTranslations(say, messages.activities.kind, kinds),
      ...describeTranslations(say, messages.activities.place, places),
    ],
    failed: activity ? messages.activities.editFailed : messages.activities.addFailed,
    report: (message, standsAtField) => !standsAtField && toast(message, { kind: 'bad', topic }),
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
          hint={
            activity && (
              <button
                type="button"
                onClick={() => onShowPoints(activity)}
                className="cursor-pointer text-start text-brand underline"
              >
                {say(messages.activities.pointsInTerm)}
              </button>
            )
          }
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
        <div className="col-span-2">
          <TextField
            label={say(messages.activities.kind)}
            hint={say(messages.activities.kindHint)}
            error={errorText(say, errors.kind)}
            {...form.register('kind')}
          />
        </div>
        <div className="col-span-2">
          <TextField label={say(messages.activities.place)} error={errorText(say, errors.place)} {...form.register('place')} />
        </div>
        <div className="col-span-full">
          <TranslatedFields
            form={form}
            texts={[
              { field: 'names', label: fields.name },
              { field: 'descriptions', label: fields.description, isLong: true },
              { field: 'kinds', label: messages.activities.kind },
              { field: 'places', label: messages.activities.place },
            ]}
          />
        </div>
      </div>
    </FormCard>
  )
}

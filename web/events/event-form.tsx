import { Plus, Trash2 } from 'lucide-react'
import { get, useController, useFieldArray, useForm, useWatch } from 'react-hook-form'
import { type Audience, audiences, type PortalEvent } from '../../contract/events.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import type { DepartmentName } from '../../contract/rights.ts'
import { draftOf, forgetDraft, useDraft } from '../drafts/drafts.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { useActivities } from '../entities/activities/activities.api.ts'
import { useDepartments } from '../entities/departments/departments.api.ts'
import { useChoosableMembers, usePossibleOrganisers, useReadEvent, useSaveEvent } from '../entities/events/events.api.ts'
import { useFaculties } from '../entities/faculties/faculties.api.ts'
import { namesOf } from '../entities/members/names-of.ts'
import { FormDateField } from '../forms/form-date-field.tsx'
import { useFormSaving } from '../forms/form-saving.ts'
import { checkedBy, errorText } from '../forms/form-schema.ts'
import { FormSelectField } from '../forms/form-select-field.tsx'
import { TranslatedFields } from '../forms/translated-fields.tsx'
import { describeTranslations, translationValues } from '../forms/translations.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ConflictBanner } from '../ui/conflict-banner.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { NumberField, TextField } from '../ui/field.tsx'
import { portalZone } from '../ui/time-zone.ts'
import { toast } from '../ui/toast.tsx'
import { type EventValues, formSchema, newSession, valuesOf } from './event-values.ts'
import { PeopleField } from './people-field.tsx'

const words = messages.events

export const audienceNames: Record<Audience, Message> = {
  all: words.forAll,
  department: words.forDepartment,
  faculty: words.forFaculty,
  chosen: words.forChosen,
}

const formName = 'event'

type Props = { event: PortalEvent | undefined; onClose: (saved?: PortalEvent) => void }

/** Adds an event, or edits one. Heads and deans have their own members; who was only named as an organiser changes nothing about for whom it is. */
export function EventForm({ event, onClose }: Props) {
  const say = useSay()
  const language = useLanguage()
  const zone = portalZone()
  const { isAdmin, department, faculty } = useRights()
  const mayChooseWhom = isAdmin || department !== null || faculty !== null
  const { mutateAsync: saveEvent } = useSaveEvent()
  const activities = useActivities()
  const departments = useDepartments()
  const faculties = useFaculties()
  const organisers = usePossibleOrganisers(mayChooseWhom)
  const values = event ? valuesOf(zone, event) : blank(isAdmin, department?.id, faculty?.id)
  const form = useForm({
    defaultValues: values,
    resolver: checkedBy<EventValues, ReturnType<ReturnType<typeof formSchema>['parse']>>(formSchema(zone)),
  })
  const draft = useDraft(form, { form: formName, row: event, values })
  const { errors, isSubmitting } = form.formState
  const error = (path: string) => errorText(say, get(errors, path))
  const sessions = useFieldArray({ control: form.control, name: 'sessions', keyName: 'key' })
  const audience = useWatch({ control: form.control, name: 'audience' })
  const named = useController({ control: form.control, name: 'organisers' }).field
  const invited = useController({ control: form.control, name: 'invited' }).field
  const members = useChoosableMembers(mayChooseWhom && audience === 'chosen')
  const noteOf = (row: { department_name?: string | null | undefined }) =>
    localized(language, row as never, 'department_name') ?? ''

  const offered = audiences.filter(
    (one) =>
      isAdmin ||
      one === audience ||
      one === 'chosen' ||
      (one === 'department' ? department || faculty : one === 'faculty' && faculty),
  )
  const ownDepartments: readonly (DepartmentName & { faculty_id?: number | null })[] = isAdmin
    ? (departments.data ?? [])
    : [
        ...(department ? [department] : []),
        ...(departments.data?.filter(({ id, faculty_id }) => faculty && faculty_id === faculty.id && id !== department?.id) ??
          []),
      ]
  const ownFaculties: readonly DepartmentName[] = isAdmin ? (faculties.data ?? []) : faculty ? [faculty] : []

  /** Closes the form after it was saved or cancelled: the draft is no longer needed. */
  function close(saved?: PortalEvent) {
    forgetDraft(draftOf(formName, event?.id))
    onClose(saved)
  }

  const { submit, conflict } = useFormSaving({
    form,
    row: event,
    draft,
    save: async (input, version) => {
      const saved = await saveEvent({ ...input, id: event?.id, ...(version === undefined ? {} : { version }) })
      toast(event ? words.updated : words.added)
      close(saved.event)
    },
    readLatest: useReadEvent(),
    toValues: (latest) => valuesOf(zone, latest),
    describe: ({ name, names, place, seats, sessions: times, audience: whom, organisers: chosen }) => [
      [say(messages.fields.name), name.trim()],
      ...describeTranslations(say, messages.fields.name, names),
      [say(words.place), place.trim()],
      [say(words.seats), seats.trim()],
      ...times.map(
        ({ day, begins, ends }, index) =>
          [say(words.session({ number: String(index + 1) })), `${day} ${begins}–${ends}`] as [string, string],
      ),
      [say(words.forWhom), say(audienceNames[whom])],
      [say(words.organisers), namesOf(say, language, chosen)],
    ],
    failed: words.saveFailed,
    report: (message, standsAtField) => !standsAtField && form.setError('root', { message: say(message) }),
  })

  return (
    <Dialog
      open
      wide="list"
      onPhone="full"
      onClose={() => onClose()}
      title={say(event ? words.editNamed({ name: localized(language, event, 'name') }) : words.newEvent)}
    >
      <form onSubmit={submit} noValidate className="space-y-4">
        {draft.isRestored && <p className="text-sm text-quiet">{say(messages.general.draftRestored)}</p>}
        <FormSelectField
          control={form.control}
          name="activity_id"
          label={say(messages.fields.activity)}
          error={error('activity_id')}
        >
          <option value="" />
          {activities.data?.map((activity) => (
            <option key={activity.id} value={activity.id}>
              {localized(language, activity, 'name')}
            </option>
          ))}
        </FormSelectField>
        <TextField label={say(messages.fields.name)} autoComplete="off" error={error('name')} {...form.register('name')} />
        <TranslatedFields form={form} texts={[{ field: 'names', label: messages.fields.name }]} />
        <TextField label={say(words.place)} autoComplete="off" error={error('place')} {...form.register('place')} />
        <fieldset className="space-y-3">
          {sessions.fields.map(({ key }, index) => (
            <div
              key={key}
              className="grid grid-cols-2 items-start gap-3 rounded-md border border-line p-3 sm:grid-cols-[1fr_7rem_7rem_auto]"
            >
              <div className="max-sm:col-span-2">
                <FormDateField
                  control={form.control}
                  name={`sessions.${index}.day`}
                  label={say(sessions.fields.length > 1 ? words.session({ number: String(index + 1) }) : words.day)}
                />
              </div>
              <TextField
                label={say(words.begins)}
                placeholder="09:30"
                inputMode="numeric"
                dir="ltr"
                autoComplete="off"
                error={error(`sessions.${index}.begins_at`)}
                {...form.register(`sessions.${index}.begins`, { onChange: () => form.clearErrors('sessions') })}
              />
              <TextField
                label={say(words.ends)}
                placeholder="11:00"
                inputMode="numeric"
                dir="ltr"
                autoComplete="off"
                error={error(`sessions.${index}.ends_at`)}
                {...form.register(`sessions.${index}.ends`, { onChange: () => form.clearErrors('sessions') })}
              />
              {sessions.fields.length > 1 && (
                <button
                  type="button"
                  aria-label={say(words.removeSession({ number: String(index + 1) }))}
                  onClick={() => sessions.remove(index)}
                  className="mt-8 grid size-10 cursor-pointer place-items-center rounded-md text-quiet hover:bg-sunk hover:text-ink max-sm:mt-0 max-sm:size-11"
                >
                  <Trash2 aria-hidden="true" className="size-4" />
                </button>
              )}
            </div>
          ))}
          {errors.sessions?.message && <p className="text-sm font-medium text-bad">{error('sessions')}</p>}
          <Button size="small" onClick={() => sessions.append(newSession(form.getValues('sessions').at(-1)))}>
            <Plus aria-hidden="true" className="size-4" />
            {say(words.addSession)}
          </Button>
        </fieldset>
        {mayChooseWhom && (
          <>
            <FormSelectField control={form.control} name="audience" label={say(words.forWhom)} error={error('audience')}>
              {offered.map((one) => (
                <option key={one} value={one}>
                  {say(audienceNames[one])}
                </option>
              ))}
            </FormSelectField>
            {(audience === 'department' || (audience === 'chosen' && !isAdmin)) && (
              <FormSelectField
                control={form.control}
                name="department_id"
                label={say(messages.fields.department)}
                error={error('department_id')}
              >
                <option value="" />
                {ownDepartments.map((one) => (
                  <option key={one.id} value={one.id}>
                    {localized(language, one, 'name')}
                  </option>
                ))}
              </FormSelectField>
            )}
            {audience === 'faculty' && (
              <FormSelectField
                control={form.control}
                name="faculty_id"
                label={say(messages.fields.faculty)}
                error={error('faculty_id')}
              >
                <option value="" />
                {ownFaculties.map((one) => (
                  <option key={one.id} value={one.id}>
                    {localized(language, one, 'name')}
                  </option>
                ))}
              </FormSelectField>
            )}
            {audience === 'chosen' && (
              <PeopleField
                label={say(words.chosenMembers)}
                addLabel={say(words.addMember)}
                people={members.data?.map(({ id, name, other_name, ...row }) => ({
                  id,
                  name,
                  other_name: other_name ?? null,
                  note: noteOf(row),
                }))}
                chosen={invited.value}
                onChange={invited.onChange}
                error={error('invited')}
              />
            )}
          </>
        )}
        <NumberField
          label={say(words.seats)}
          note={say(messages.fields.optional)}
          hint={say(words.seatsHint)}
          error={error('seats')}
          {...form.register('seats')}
        />
        {mayChooseWhom && (
          <PeopleField
            label={say(words.organisers)}
            addLabel={say(words.addOrganiser)}
            hint={say(words.organisersHint)}
            people={organisers.data?.map(({ id, name, other_name, ...row }) => ({
              id,
              name,
              other_name: other_name ?? null,
              note: noteOf(row),
            }))}
            chosen={named.value}
            onChange={named.onChange}
            error={error('organisers')}
          />
        )}
        {errors.root?.message && <Banner kind="bad">{errors.root.message}</Banner>}
        {conflict ? (
          <ConflictBanner {...conflict} />
        ) : (
          <div className="flex flex-wrap justify-end gap-2.5 pt-2">
            <Button onClick={() => close()}>{say(messages.actions.cancel)}</Button>
            <Button type="submit" look="primary" busy={isSubmitting}>
              {say(messages.actions.save)}
            </Button>
          </div>
        )}
      </form>
    </Dialog>
  )
}

function blank(isAdmin: boolean, departmentId: number | undefined, facultyId: number | undefined): EventValues {
  const audience = isAdmin ? 'all' : facultyId !== undefined ? 'faculty' : 'department'
  return {
    activity_id: '',
    name: '',
    names: translationValues(),
    place: '',
    audience,
    department_id: String(departmentId ?? ''),
    faculty_id: String(facultyId ?? ''),
    seats: '',
    sessions: [newSession()],
    organisers: [],
    invited: [],
  }
}

import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { isLanguage, type Language, languageNames, languages } from '../../contract/languages/languages.ts'
import {
  type EnvironmentField,
  type PortalSettings,
  PortalSettingsForm,
  type PortalSettingsInput,
  type PortalSettingsReply,
} from '../../contract/portal-settings.ts'
import { useDraft } from '../drafts/drafts.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { CheckField } from '../forms/check-field.tsx'
import { useFormSaving } from '../forms/form-saving.ts'
import { checkedBy, errorText } from '../forms/form-schema.ts'
import { TranslatedFields } from '../forms/translated-fields.tsx'
import { describeTranslations, type TranslationValues, translationValues } from '../forms/translations.ts'
import { useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { ConflictBanner } from '../ui/conflict-banner.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { useReadSettings, useSaveSettings } from './settings.api.ts'

export const portalForm = 'settings'
const topic = 'settings'

/** The settings with a text in each language. */
const texts = ['portal_title', 'short_title', 'university_name', 'footer_credit'] as const
const labels = {
  portal_title: messages.settings.portalTitle,
  short_title: messages.settings.shortTitle,
  university_name: messages.settings.universityName,
  footer_credit: messages.settings.footerCredit,
} satisfies Record<(typeof texts)[number], Message>

/** A field with a text in each language. The languages are one text, `en ckb`, so that a draft can be compared with the stored value. */
type Text = (typeof texts)[number]
/** Empty until somebody chooses. */
type HeadsMayScore = '' | 'yes' | 'no'
type Values = Record<Text | 'contact' | 'languages', string> &
  Record<`${Text}s`, TranslationValues> & {
    default_language: Language
    hold_scores: boolean
    heads_may_score: HeadsMayScore
    confirm_administrators: boolean
  }

const Form = z.preprocess(
  (values) => ({
    ...Object(values),
    languages: codesIn(Object(values).languages),
    heads_may_score: Object(values).heads_may_score === '' ? null : Object(values).heads_may_score === 'yes',
  }),
  PortalSettingsForm,
) as z.ZodType<Omit<PortalSettingsInput, 'version'>>

function codesIn(text: string): Language[] {
  return text.split(' ').filter(isLanguage)
}

function valuesOf({ version: _, languages: offered, default_language, ...stored }: PortalSettings): Values {
  return {
    portal_title: stored.portal_title ?? '',
    portal_titles: translationValues(stored.portal_titles),
    short_title: stored.short_title ?? '',
    short_titles: translationValues(stored.short_titles),
    university_name: stored.university_name ?? '',
    university_names: translationValues(stored.university_names),
    footer_credit: stored.footer_credit ?? '',
    footer_credits: translationValues(stored.footer_credits),
    contact: stored.contact ?? '',
    languages: offered.join(' '),
    default_language,
    // A server of the previous release does not send it.
    hold_scores: stored.hold_scores ?? false,
    confirm_administrators: stored.confirm_administrators ?? false,
    heads_may_score: stored.heads_may_score == null ? '' : stored.heads_may_score ? 'yes' : 'no',
  }
}

type Props = { reply: PortalSettingsReply; onSaved: () => void; onDiscard: () => void }

export function PortalForm({ reply, onSaved, onDiscard }: Props) {
  const say = useSay()
  const { settings: words } = messages
  const { settings, environment, defaults, effective } = reply
  const { give_rights: givesRights = false } = useRights()
  const { mutateAsync: save } = useSaveSettings()
  const values = valuesOf(settings)
  const form = useForm<Values, unknown, Omit<PortalSettingsInput, 'version'>>({
    defaultValues: values,
    resolver: checkedBy(Form),
  })
  const draft = useDraft(form, { form: portalForm, row: { id: 1, version: settings.version }, values })
  const { errors, isSubmitting } = form.formState
  const offered = codesIn(form.watch('languages'))

  const { submit, conflict } = useFormSaving({
    form,
    row: settings,
    draft,
    save: async (input, version) => {
      await save({ ...input, ...(version === undefined ? {} : { version }) })
      toast(words.saved, { topic })
      onSaved()
    },
    readLatest: useReadSettings(),
    toValues: valuesOf,
    describe: (shown) => [
      ...texts.flatMap((text): [string, string][] => [
        [say(labels[text]), shown[text].trim()],
        ...describeTranslations(say, labels[text], shown[`${text}s`]),
      ]),
      [say(words.contact), shown.contact.trim()],
      [say(words.languages), namesOf(codesIn(shown.languages))],
      [say(words.defaultLanguage), languageNames[shown.default_language]],
      [say(messages.releases.holdByDefault), say(shown.hold_scores ? messages.general.yes : messages.general.no)],
      [say(words.headsMayScore), say(scoringWords(shown.heads_may_score))],
      [say(messages.rightsInSettings.confirmed), say(shown.confirm_administrators ? messages.general.yes : messages.general.no)],
    ],
    failed: words.saveFailed,
    report: (message, standsAtField) => !standsAtField && toast(message, { kind: 'bad', topic }),
  })

  function scoringWords(choice: HeadsMayScore): Message {
    const answer = (choice === '' ? (reply.heads_may_score_default ?? false) : choice === 'yes')
      ? messages.general.yes
      : messages.general.no
    return choice === '' ? words.asInEnvironment({ variable: 'HEADS_MAY_SCORE', answer }) : answer
  }

  const variableOf = (field: EnvironmentField) => environment.find((one) => one.field === field)

  /** The field of a setting, or the value that an environment variable sets in its place. */
  function textField(field: (typeof texts)[number] | 'contact', label: Message, hint?: Message) {
    const set = variableOf(field)
    if (set) return <SetByVariable label={say(label)} {...set} />
    const placeholder = field in defaults ? defaults[field as keyof typeof defaults] : undefined
    return (
      <TextField
        label={say(label)}
        autoComplete="off"
        placeholder={placeholder}
        hint={hint && <bdi>{say(hint)}</bdi>}
        error={errorText(say, errors[field])}
        {...form.register(field)}
      />
    )
  }

  const setLanguages = variableOf('languages')
  const setDefault = variableOf('default_language')
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      {draft.isRestored && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
          <bdi>{say(messages.general.draftRestored)}</bdi>
          <Button size="small" onClick={onDiscard}>
            {say(messages.actions.cancel)}
          </Button>
        </p>
      )}
      <div className="grid items-start gap-x-4 gap-y-3.5 sm:grid-cols-2">
        {textField('university_name', words.universityName)}
        {textField('footer_credit', words.footerCredit)}
        {textField('portal_title', words.portalTitle)}
        {textField('short_title', words.shortTitle, words.shortTitleHint)}
      </div>
      <TranslatedFields
        form={form}
        texts={(['university_name', 'footer_credit', 'portal_title', 'short_title'] as const)
          .filter((text) => !variableOf(text))
          .map((text) => ({ field: `${text}s` as const, label: labels[text] }))}
      />
      {textField('contact', words.contact, words.contactHint)}
      <div className="grid items-start gap-x-4 gap-y-3.5 sm:grid-cols-2">
        {setLanguages ? (
          <SetByVariable label={say(words.languages)} {...setLanguages} value={namesOf(codesIn(setLanguages.value))} />
        ) : (
          <LanguageChoice
            offered={offered}
            error={errorText(say, errors.languages)}
            onChange={(chosen) =>
              form.setValue('languages', chosen.join(' '), { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
            }
          />
        )}
        {setDefault ? (
          <SetByVariable label={say(words.defaultLanguage)} {...setDefault} value={namesOf(codesIn(setDefault.value))} />
        ) : (
          <SelectField
            label={say(words.defaultLanguage)}
            hint={<bdi>{say(words.defaultLanguageHint)}</bdi>}
            error={errorText(say, errors.default_language)}
            {...form.register('default_language')}
          >
            {languages.map((language) => (
              <option key={language} value={language} lang={language} disabled={!offered.includes(language)}>
                {languageNames[language]}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <CheckField
        label={say(messages.releases.holdByDefault)}
        hint={say(messages.releases.holdByDefaultHint)}
        {...form.register('hold_scores')}
      />
      <div className="grid items-start gap-x-4 gap-y-3.5 sm:grid-cols-2">
        <SelectField
          label={say(words.headsMayScore)}
          hint={<bdi>{say(words.headsMayScoreHint)}</bdi>}
          {...form.register('heads_may_score')}
        >
          {(['', 'yes', 'no'] as const).map((choice) => (
            <option key={choice} value={choice}>
              {say(scoringWords(choice))}
            </option>
          ))}
        </SelectField>
      </div>
      {/* Who gives rights decides about it. */}
      {givesRights && (
        <CheckField
          label={say(messages.rightsInSettings.confirmed)}
          hint={say(messages.rightsInSettings.confirmedHint)}
          {...form.register('confirm_administrators')}
        />
      )}
      {effective.time_zone && (
        <TextField
          label={say(words.timeZone)}
          value={effective.time_zone}
          readOnly
          dir="ltr"
          hint={<bdi>{say(words.timeZoneHint({ variable: 'TIME_ZONE' }))}</bdi>}
        />
      )}
      {conflict ? (
        <ConflictBanner {...conflict} />
      ) : (
        <div className="flex justify-end max-sm:*:grow">
          <Button type="submit" look="primary" size="large" busy={isSubmitting} className="min-w-28">
            {say(messages.actions.save)}
          </Button>
        </div>
      )}
    </form>
  )
}

function namesOf(codes: readonly Language[]): string {
  return codes.map((code) => languageNames[code]).join(' · ')
}

/** A value that cannot be changed here, and the environment variable that sets it. */
function SetByVariable({ label, variable, value }: { label: string; variable: string; value: string }) {
  const say = useSay()
  return (
    <TextField label={label} value={value} readOnly dir="auto" hint={<bdi>{say(messages.settings.setBy({ variable }))}</bdi>} />
  )
}

type ChoiceProps = {
  offered: readonly Language[]
  error: string | undefined
  onChange: (offered: readonly Language[]) => void
}

function LanguageChoice({ offered, error, onChange }: ChoiceProps) {
  const say = useSay()
  const id = useId()
  return (
    <fieldset aria-describedby={`${error ? `${id}-error ` : ''}${id}-hint`}>
      <legend className="mb-1.5 font-medium">{say(messages.settings.languages)}</legend>
      <div className="flex min-h-11 flex-wrap items-center gap-x-5 gap-y-1">
        {languages.map((language) => (
          <label key={language} className="flex min-h-9 max-sm:min-h-11 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              checked={offered.includes(language)}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) =>
                onChange(languages.filter((code) => (code === language ? target.checked : offered.includes(code))))
              }
              className="size-4.5 accent-brand"
            />
            <span lang={language}>{languageNames[language]}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-medium text-bad">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-quiet">
        <bdi>{say(messages.settings.languagesHint)}</bdi>
      </p>
    </fieldset>
  )
}

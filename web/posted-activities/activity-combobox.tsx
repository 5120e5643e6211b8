import { type ReactNode, type Ref, useCallback } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { typeName } from '../../contract/codes.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized, localizedAndEnglish } from '../../contract/localized.ts'
import type { OverLimit } from '../../contract/rules.ts'
import { foldForSearch } from '../../contract/searching.ts'
import { countPoints } from '../entities/grades/count-points.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Combobox, TwoLines } from '../ui/combobox.tsx'

type Props = {
  label: string
  /** The activities; undefined while loading. */
  activities: readonly Activity[] | undefined
  /** The English name of the chosen activity, or the text that was typed. */
  value: string
  /** The value of the field, with the name of the chosen activity in the language of the page. */
  shownValue: string
  onChange: (name: string) => void
  onBlur: () => void
  error?: string | undefined
  hint?: ReactNode
  /** The limit that an activity would exceed: it would count 0. */
  limitOf: (activity: Activity) => OverLimit | undefined
  inputRef: Ref<HTMLInputElement>
}

/**
 * Suggests activities. The value is the name itself, so typing a full name also chooses it. A chosen name is the English one, so that it
 * stays the same when the language of the page changes.
 */
export function ActivityCombobox({ activities, value, shownValue, onChange, limitOf, ...rest }: Props) {
  const say = useSay()
  const language = useLanguage()
  const { activities: words, general, fields, postedActivities } = messages
  return (
    <Combobox
      required
      {...rest}
      listLabel={say(fields.activities)}
      items={activities}
      text={value}
      shownText={shownValue}
      isChosen={({ name }) => name === value}
      narrow={useCallback((items: readonly Activity[], text: string) => narrow(say, language, items, text), [say, language])}
      option={(activity, isActive) => (
        <TwoLines name={localized(language, activity, 'name')} isActive={isActive}>
          {say(limitOf(activity) ? messages.rules.countsNothing : countPoints(activity.score))} · {say(typeName(activity.type))}
        </TwoLines>
      )}
      onType={onChange}
      onChoose={({ name }) => onChange(name)}
      nothing={say(activities?.length === 0 ? words.empty : postedActivities.noSuchActivity)}
      found={(count) => say(general.activityCount({ count }))}
    />
  )
}

/** Every word must occur, in any order, in the shown or the English name; one that starts with the typed text comes first. */
function narrow(say: Say, language: Language, activities: readonly Activity[], text: string): readonly Activity[] {
  const wanted = foldForSearch(text).trim()
  const words = wanted.split(/\s+/).filter(Boolean)
  const found = activities.filter((activity) => {
    const searched = foldForSearch(`${localizedAndEnglish(language, activity, 'name')} ${say(typeName(activity.type))}`)
    return words.every((word) => searched.includes(word))
  })
  const begins = (activity: Activity) =>
    [localized(language, activity, 'name'), activity.name].some((name) => foldForSearch(name).startsWith(wanted))
  return [...found.filter(begins), ...found.filter((activity) => !begins(activity))]
}

import { homeOf } from '../../contract/landing.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { withoutDirectionMarks } from '../../contract/languages/direction-marks.ts'
import { directionOf, type Language } from '../../contract/languages/languages.ts'
import { push } from '../../contract/limits.ts'
import { noticeSentence } from '../../contract/notice-sentences.ts'
import { pages } from '../../contract/pages.ts'
import type { PushMessage } from '../../contract/push.ts'
import { placePath } from '../notices/place-address.ts'
import { rightsOf, type Viewer } from '../policy/policy.ts'
import type { PushedNotice } from './push.queries.ts'

interface Reader {
  viewer: Viewer
  say: Say
  language: Language
  portalTitle: string
  /** Whether a locked screen may show what the notices say. */
  details: boolean
}

/** What a device shows of the notices that wait for it, the newest first. */
export function pushMessage(
  notices: readonly PushedNotice[],
  { viewer, say, language, portalTitle, details }: Reader,
): PushMessage {
  const [newest] = notices
  const [only] = notices.length === 1 ? notices : []
  const home = homeOf(viewer, rightsOf(viewer)) ?? pages.login
  return {
    title: shortened(portalTitle, push.title),
    body: details ? sentencesOf(notices, say, language) : say(messages.pushing.somethingNew),
    language,
    direction: directionOf(language),
    // Without details all say the same, and one of them is enough.
    tag: details && newest ? `notice-${newest.id}` : 'notices',
    path: (only ? placePath(only, viewer) : undefined) ?? (home === pages.staffDashboard ? `${home}?tab=notices` : home),
  }
}

function sentencesOf(notices: readonly PushedNotice[], say: Say, language: Language): string {
  const shown = notices.slice(0, push.sentences).map((notice) => noticeSentence(say, language, notice))
  const left = notices.length - shown.length
  const each = Math.floor(push.text / shown.length)
  const lines = shown.map((sentence) => shortened(sentence, each))
  return [...lines, ...(left > 0 ? [withoutDirectionMarks(say(messages.pushing.more({ count: left })))] : [])].join('\n')
}

function shortened(sentence: string, most: number): string {
  const letters = [...withoutDirectionMarks(sentence).replace(/\s+/g, ' ').trim()]
  return letters.length <= most ? letters.join('') : `${letters.slice(0, most).join('')}…`
}

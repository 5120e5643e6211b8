import { messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { refreshBranding } from '../branding/branding.ts'
import { ApiError, call, refusalOf } from '../http/api.ts'
import { changeLanguage, followLanguageCookie } from '../language/language.ts'
import { readSession } from '../session/session.ts'
import { toast } from '../ui/toast.tsx'

const topic = 'language'

/** The language that was chosen on the login page, in this visit: it is saved in the account that signs in. */
let chosenBefore: Language | undefined
/** The choices are saved one after the other, so that the last one stays. */
let saving: Promise<void> = Promise.resolve()

/** Shows the page in another language, and saves it in the account of the signed-in user. */
export async function chooseLanguage(language: Language) {
  try {
    if (!(await changeLanguage(language))) return
    void refreshBranding()
  } catch {
    return toast(messages.auth.languageNotLoaded, { kind: 'bad', topic })
  }
  if (!readSession()) {
    chosenBefore = language
    return
  }
  saving = saving.then(() => save(language))
  await saving
}

async function save(language: Language) {
  try {
    await call('PUT /auth/language', { body: { language } })
  } catch (error) {
    // This handling is that of alertFailure, which would be one more script of the login page.
    if (error instanceof ApiError && error.status === 401) return
    toast(refusalOf(error) ?? messages.auth.languageNotSaved, { kind: 'bad', topic })
  }
}

/** Follows the language of the account, unless another one was chosen on the login page. */
export async function showAccountLanguage() {
  if (chosenBefore) return
  // The page is still usable in its language if the other one cannot be loaded.
  if (await followLanguageCookie().catch(() => false)) void refreshBranding()
}

/** Saves the chosen language for the user who has just signed in. */
export function saveChosenLanguage() {
  const language = chosenBefore
  chosenBefore = undefined
  if (language) void chooseLanguage(language)
}

/** Forgets the chosen language, as in a new visit. */
export function forgetChosenLanguage() {
  chosenBefore = undefined
}

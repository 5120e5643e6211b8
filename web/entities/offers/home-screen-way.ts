/** The browsers in which one puts a page on the home screen by hand. Those of Chromium offer it by themselves (install-prompt.ts). */
export type HomeScreenWay = 'apple' | 'firefox'

/** An iPad says that it is a Mac, and has a touch screen. */
export function homeScreenWay(userAgent: string, touchPoints: number): HomeScreenWay | undefined {
  if (/\b(iPhone|iPad)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && touchPoints > 1)) return 'apple'
  return /\bAndroid\b.*\bFirefox\//.test(userAgent) ? 'firefox' : undefined
}

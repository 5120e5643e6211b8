/** Browsers by the word in their User-Agent. Most browsers also name Chrome and Safari, so the order matters. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  // Safari's own engine from the home screen of an iPhone or iPad: the name of the browser is left out there.
  [/\b(iPhone|iPad)\b.*\bAppleWebKit\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** "Firefox · Windows", which its owner recognises. Nothing else of the header is stored. */
export function deviceOf(userAgent: string | undefined): string | null {
  const nameIn = (names: [RegExp, string][]) => names.find(([word]) => word.test(userAgent ?? ''))?.[1]
  return [nameIn(browsers), nameIn(systems)].filter((name) => name !== undefined).join(' · ') || null
}

/** Systems that browsers say in place of their own when somebody asks for the desktop site. */
const desktopOf: Record<string, string> = { Android: 'Linux', ChromeOS: 'Linux', iPhone: 'macOS', iPad: 'macOS' }

/** Whether two names are those of one device. It may be asked for the desktop site, and says another system then. */
export function isSameDevice(one: string | null, other: string | null): boolean {
  const known = (device: string | null) => device?.split(' · ').map((name) => desktopOf[name] ?? name)
  return String(known(one)) === String(known(other))
}

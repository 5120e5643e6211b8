/** The portal's time zone, which the server writes into the page: it decides what a day is. Without one, the zone of this browser. */
let zone = fromPage()

function fromPage(): string {
  const written =
    typeof document === 'undefined' ? '' : document.querySelector<HTMLMetaElement>('meta[name="time_zone"]')?.content
  // A page from Vite's development server still has the placeholder.
  return written && written !== '{time_zone}' ? written : zoneHere()
}

function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function portalZone(): string {
  return zone
}

/** Sets the zone of a portal whose page did not say it. */
export function setPortalZone(name: string | undefined) {
  zone = name ?? zoneHere()
}

import { isName, type PdfDictionary, type PdfObject, type PdfValue, resolve, valuesOf } from './pdf-objects.ts'

/** Actions that run a script or a program, load something from elsewhere, or send something, wherever they stand. */
const refusedActions = new Set([
  'JavaScript',
  'Launch',
  'GoToR',
  'GoToE',
  'SubmitForm',
  'ImportData',
  'Rendition',
  'Movie',
  'Sound',
  'RichMediaExecute',
  'GoTo3DView',
])
const refusedMedia = new Set(['RichMedia', '3D', 'Movie', 'Sound'])
const attachmentKinds = new Set(['EmbeddedFile', 'FileAttachment'])
/** The moments of /AA: of the document, a page, an annotation, a field. */
const moments = 'O C E X D U Fo Bl PO PC PV PI K F V WC WS DS WP DP'.split(' ')

/** The reason why these objects of a PDF are refused: actions that run without being clicked, and attachments. */
export function refusalOf(objects: readonly PdfObject[]): 'scripts' | 'attachments' | undefined {
  let hasAttachments = false
  const checked = new Set<PdfValue>()
  const waiting: PdfValue[] = objects.map(({ value }) => value)
  for (let value = waiting.pop(); value; value = waiting.pop()) {
    if (value.kind === 'array') for (const item of value.items) waiting.push(item)
    if (value.kind !== 'dictionary') continue
    if (hasScript(value)) return 'scripts'
    hasAttachments ||= hasAttachment(value)
    for (const [, entry] of value.entries) waiting.push(entry)
  }
  return hasAttachments ? 'attachments' : undefined

  /** All values of a key, in every version of what it refers to. */
  function resolved(dictionary: PdfDictionary, key: string): PdfValue[] {
    return valuesOf(dictionary, key).flatMap((value) => resolve(objects, value))
  }

  function hasNameOf(dictionary: PdfDictionary, keys: readonly string[], names: ReadonlySet<string>): boolean {
    return keys.some((key) => resolved(dictionary, key).some((value) => value.kind === 'name' && names.has(value.name)))
  }

  function hasKey(value: PdfValue, keys: readonly string[]): boolean {
    return value.kind === 'dictionary' && value.entries.some(([key]) => keys.includes(key))
  }

  function hasScript(dictionary: PdfDictionary): boolean {
    return (
      hasNameOf(dictionary, ['S'], refusedActions) ||
      hasNameOf(dictionary, ['Type', 'Subtype'], refusedMedia) ||
      // XFA is a form with a program of its own. A font may have this name, too.
      resolved(dictionary, 'XFA').some((value) => value.kind === 'array' || (value.kind === 'dictionary' && value.stream)) ||
      resolved(dictionary, 'JavaScript').some((value) => hasKey(value, ['Names', 'Kids'])) ||
      valuesOf(dictionary, 'OpenAction').some((value) => !isWithinFile(value)) ||
      resolved(dictionary, 'AA').some(
        (value) =>
          value.kind === 'dictionary' && value.entries.some(([key, action]) => moments.includes(key) && !isWithinFile(action)),
      ) ||
      // The bytes of the stream are in another file, or its picture is to be replaced by one from there.
      (dictionary.stream !== undefined && hasKey(dictionary, ['F', 'OPI'])) ||
      (dictionary.stream !== undefined && resolved(dictionary, 'Ref').some((value) => hasKey(value, ['F'])))
    )
  }

  function hasAttachment(dictionary: PdfDictionary): boolean {
    return (
      hasNameOf(dictionary, ['Type', 'Subtype'], attachmentKinds) ||
      resolved(dictionary, 'EF').some((value) => hasKey(value, ['F', 'UF', 'DOS', 'Mac', 'Unix']))
    )
  }

  /** Whether an action that runs by itself only shows another place of the file. */
  function isWithinFile(action: PdfValue): boolean {
    const values = resolve(objects, action)
    return values.length > 0 && values.every(isPlace)
  }

  function isPlace(value: PdfValue): boolean {
    // A place itself is an array or a name. An action is checked once: one that is refused ends the search.
    if (value.kind !== 'dictionary' || !hasKey(value, ['S']) || checked.has(value)) return value.kind !== 'reference'
    checked.add(value)
    const kinds = resolved(value, 'S')
    const following = resolved(value, 'Next').flatMap((next) => (next.kind === 'array' ? next.items : [next]))
    return kinds.length > 0 && kinds.every((kind) => isName(kind, 'GoTo')) && following.every(isWithinFile)
  }
}

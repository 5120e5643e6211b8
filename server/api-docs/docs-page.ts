import { accessWords } from '../http/access.ts'
import { escapeHtml } from '../pages/escape-html.ts'

/** The part of an OpenAPI document that the page shows. */
interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  anyOf?: Schema[]
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}
interface Operation {
  summary?: string
  description?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>
  'x-access'?: keyof typeof accessWords
}

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  if (schema.items) return `list of ${typeOf(schema.items)}`
  const type = [schema.type ?? 'any'].flat().join(' | ')
  const bounds = [
    schema.format,
    schema.minLength !== undefined && `at least ${schema.minLength} characters`,
    schema.maxLength !== undefined && `at most ${schema.maxLength} characters`,
    schema.minimum !== undefined && schema.minimum > Number.MIN_SAFE_INTEGER && `from ${schema.minimum}`,
    schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER && `to ${schema.maximum}`,
  ].filter(Boolean)
  return bounds.length > 0 ? `${type} (${bounds.join(', ')})` : type
}

function fieldsOf(schema: Schema | undefined, prefix = ''): { name: string; type: string; required: boolean }[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => {
    const inner = field.properties ? field : field.items?.properties ? field.items : undefined
    const path = `${prefix}${name}${field.items ? '[]' : ''}`
    const own = {
      name: path,
      type: inner ? (field.items ? 'list' : 'object') : typeOf(field),
      required: schema?.required?.includes(name) ?? false,
    }
    return [own, ...fieldsOf(inner, `${path}.`)]
  })
}

function table(caption: string, rows: { name: string; type: string; required: boolean }[]) {
  if (rows.length === 0) return ''
  const lines = rows.map(
    ({ name, type, required }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeHtml(type)}</td><td>${required ? 'always' : 'optional'}</td></tr>`,
  )
  return `<table><caption>${escapeHtml(caption)}</caption>${lines.join('')}</table>`
}

function operationSection(method: string, path: string, operation: Operation) {
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) =>
    table(`Sends (${type})`, fieldsOf(schema)),
  )
  const parameters = (operation.parameters ?? []).map(({ name, in: where, required, schema }) => ({
    name,
    type: `${where}, ${typeOf(schema ?? {})}`,
    required: required ?? false,
  }))
  // Errors have the same shape everywhere: the top of the page describes it.
  const answers = Object.entries(operation.responses ?? {})
    .filter(([status]) => status !== '4XX')
    .flatMap(([status, { content }]) =>
      Object.values(content ?? {}).map(({ schema }) => table(`Answers ${status}`, fieldsOf(schema))),
    )
  return `<section><h2><span>${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h2>
<p>${escapeHtml(operation.summary ?? '')}. ${operation['x-access'] ? escapeHtml(accessWords[operation['x-access']]) : ''}</p>
${table('Parameters', parameters)}${bodies.join('')}${answers.join('')}</section>`
}

/** The page is plain HTML: readable without a script, printable, and nothing to keep up to date. */
export function docsPage(document: object, portalTitle: string) {
  const paths = (document as { paths?: Record<string, Record<string, Operation>> }).paths ?? {}
  const sections = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => operationSection(method, path, operation)),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>The calls of ${escapeHtml(portalTitle)}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/docs/style.css"></head>
<body><main><h1>The calls of ${escapeHtml(portalTitle)}</h1>
<p>The same as <a href="/openapi.json">OpenAPI</a>. Whoever signs in gets a cookie; send it along. Every refusal is
<code>{ "message" }</code>, with <code>errors: [{ "field", "message" }]</code> where input was not valid.</p>
${sections.join('\n')}</main></body></html>`
}

export const docsStyle = `
:root { color-scheme: light dark; --ink: light-dark(#18202f, #e8ecf3); --quiet: light-dark(#5c6575, #97a3b6);
  --paper: light-dark(#faf9f6, #0f141d); --card: light-dark(#ffffff, #171e2a); --line: light-dark(#e4e0d6, #28313f); --brand: light-dark(#1d3557, #8fb4e8) }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 'IBM Plex Sans', system-ui, sans-serif }
main { max-width: 56rem; margin: 0 auto; padding: 2rem 1rem 6rem }
h1 { font: 600 2rem/1.2 'Source Serif 4 Variable', Georgia, serif }
h2 { font-size: 1.05rem; margin: 0 } h2 span { color: var(--brand); display: inline-block; min-inline-size: 4rem }
a { color: var(--brand) }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.25rem; margin-block: 1rem; overflow-x: auto }
p { margin-block: .25rem .75rem; color: var(--quiet) }
table { border-collapse: collapse; inline-size: 100%; margin-block-end: .75rem; font-size: .9rem }
caption { text-align: start; font-weight: 600; padding-block: .25rem }
th, td { text-align: start; font-weight: 400; padding: .3rem .5rem; border-block-start: 1px solid var(--line); vertical-align: top }
code { font-family: ui-monospace, monospace; font-size: .95em }
`

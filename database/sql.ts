/**
 * Tagged SQL over pg: sql`select name from users where id = ${id}`. Values become parameters, queries inside a query become part of its
 * text. A query runs when it is awaited, once, on the connection its tag is bound to.
 */
export interface Sql {
  <Rows extends readonly object[] = Row[]>(strings: TemplateStringsArray, ...values: unknown[]): Query<Rows>
  /** A name of a table or column, quoted. */
  identifier(name: string): Fragment
  /** Several such names, separated by commas. */
  identifiers(names: readonly string[]): Fragment
  /** `(columns) values (…)` for rows that have the same columns. */
  insert(rows: object | readonly object[]): Fragment
  /** `column = value, …` of an update. */
  set(fields: object): Fragment
  json(value: unknown): Fragment
  /** Text as it is, which may contain several statements. It must never contain user input. */
  unsafe<Rows extends readonly object[] = Row[]>(text: string): Query<Rows>
}

export type Row = Record<string, unknown>

/** A piece of SQL with its values. */
export class Fragment {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  constructor(strings: readonly string[], values: readonly unknown[] = []) {
    this.strings = strings
    this.values = values
  }
}

export class Query<Rows extends readonly object[] = Row[]> extends Fragment implements Promise<Rows> {
  readonly [Symbol.toStringTag] = 'Query'
  readonly #run: Run
  #result: Promise<Rows> | undefined
  constructor(run: Run, strings: readonly string[], values: readonly unknown[] = []) {
    super(strings, values)
    this.#run = run
  }

  // biome-ignore lint/suspicious/noThenProperty: a query is awaited, and only then runs.
  then<A = Rows, B = never>(
    onRows?: ((rows: Rows) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#result ??= this.#run(this) as Promise<unknown> as Promise<Rows>
    return this.#result.then(onRows, onError)
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Rows | B> {
    return this.then(undefined, onError)
  }

  finally(onEnd?: (() => void) | null): Promise<Rows> {
    return this.then().finally(onEnd)
  }
}

/** One or more statements as they are, without parameters. */
export class Script<Rows extends readonly object[] = Row[]> extends Query<Rows> {}

export type Run = (query: Fragment) => Promise<Row[]>

/** pg sends values as text without a type; where PostgreSQL could take it for another one, the value is cast. */
function castOf(value: unknown): string {
  if (typeof value === 'boolean') return '::boolean'
  if (value instanceof Date) return '::timestamptz'
  return value instanceof Uint8Array ? '::bytea' : ''
}

export function compile(fragment: Fragment, values: unknown[] = []): { text: string; values: unknown[] } {
  let [text = ''] = fragment.strings
  for (const [index, value] of fragment.values.entries()) {
    if (value === undefined) throw new TypeError(`undefined stands in the query: ${text}`)
    if (value instanceof Fragment) text += compile(value, values).text
    else text += `$${values.push(value)}${castOf(value)}`
    text += fragment.strings[index + 1]
  }
  return { text, values }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** `before`, then the values with commas between them, then `after`. */
function listOf(before: string, values: readonly unknown[], after: string): Fragment {
  return new Fragment([before, ...values.slice(1).map(() => ', '), after], values)
}

export function bindTo(run: Run): Sql {
  const tag = (strings: TemplateStringsArray, ...values: unknown[]) => new Query<never>(run, strings, values)
  return Object.assign(tag, {
    identifier: (name: string) => new Fragment([quoted(name)]),
    identifiers: (names: readonly string[]) => new Fragment([names.map(quoted).join(', ')]),
    insert: (rows: object | readonly object[]) => {
      const list: readonly object[] = Array.isArray(rows) ? rows : [rows]
      const columns = Object.keys(list[0] ?? {})
      const tuples = list.map((row) =>
        listOf(
          '(',
          columns.map((column) => (row as Row)[column]),
          ')',
        ),
      )
      return listOf(`(${columns.map(quoted).join(', ')}) values `, tuples, '')
    },
    set: (fields: object) => {
      const assignments = Object.entries(fields).map(([column, value]) => new Fragment([`${quoted(column)} = `, ''], [value]))
      return listOf('', assignments, '')
    },
    json: (value: unknown) => new Fragment(['', '::jsonb'], [JSON.stringify(value)]),
    unsafe: (text: string) => new Script<never>(run, [text]),
  }) as Sql
}

import type { Database, Sql } from '../database/connect.ts'

/** The same database, with a list of the queries that were sent to it. */
export function tracedDatabase(database: Database) {
  const queries: string[] = []
  const trace = <Tag extends Sql>(sql: Tag): Tag =>
    Object.assign((strings: TemplateStringsArray, ...values: unknown[]) => {
      queries.push(strings.join('?'))
      return sql(strings, ...values)
    }, sql)
  const begin: Database['begin'] = (work, options) => {
    queries.push('begin')
    return database.begin((tx) => work(trace(tx)), options)
  }
  return { database: Object.assign(trace(database), { begin }), queries }
}

import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { CannotStart } from './steps.mjs'

/**
 * JavaScript that a page loads before it can be used, gzipped, in kB, in any language. The login page opens without the router, which is
 * loaded while the user types.
 */
const budgets = { login: 90, adminDashboard: 246, staffDashboard: 233 }

/** Fails the build over budget, because JavaScript grows unnoticed. A page's HTML file names every script it loads at first. */
export function checkBudget(pages) {
  for (const [name, limit] of Object.entries(budgets)) {
    const files = fs.readdirSync(pages).filter((file) => file.startsWith(`${name}.`) && file.endsWith('.html'))
    if (files.length === 0) throw new CannotStart(`The build has written no HTML file of the page ${name}.`)
    for (const file of files) checkPage(pages, file, limit)
  }
}

function checkPage(pages, page, limit) {
  const html = fs.readFileSync(path.join(pages, page), 'utf8')
  const files = new Set(html.match(/assets\/[^"]+\.js/g))
  if (files.size === 0) throw new CannotStart(`${page} names no script.`)
  const size = [...files].reduce((sum, file) => sum + gzippedSize(path.join(pages, file)), 0) / 1000
  if (size > limit)
    throw new CannotStart(`${page} loads ${size.toFixed(1)} kB of JavaScript; its budget is ${limit} kB (scripts/budget.mjs).`)
}

function gzippedSize(file) {
  return zlib.gzipSync(fs.readFileSync(file), { level: 9 }).length
}

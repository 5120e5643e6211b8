import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { project } from './project.mjs'
import { pagesToOpen, requestsToTry } from './scan-targets.mjs'

const folders = [process.env.SCAN_TOOLS, project].filter(Boolean)

/** The tools. Each finds its program or is skipped; a scan returns the tool's version and its findings, as sentences. */
export const tools = [
  { name: 'redocly', find: () => findProgram('redocly'), scan: lintWithRedocly },
  { name: 'spectral', find: () => findProgram('spectral'), scan: lintWithSpectral },
  { name: 'csp_evaluator', find: () => findPackage('csp_evaluator'), scan: evaluatePolicies },
  { name: 'wapiti', find: () => findProgram('wapiti'), scan: scanWithWapiti },
  // sqlmap is last: it changes and removes what the others look at, and its many attempts to sign in are the very last.
  { name: 'sqlmap', find: () => findProgram('sqlmap'), scan: scanWithSqlmap },
]

function findProgram(name) {
  const places = [
    ...folders.map((folder) => path.join(folder, 'node_modules', '.bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  return places.map((place) => path.join(place, name)).find((file) => fs.existsSync(file))
}

function findPackage(name) {
  return folders.map((folder) => path.join(folder, 'node_modules', name)).find((folder) => fs.existsSync(folder))
}

/** Runs a program to its end and returns its output; its exit code says too little to be looked at. */
function output(program, args, { folder, signal, env = {} }) {
  return new Promise((resolve, reject) => {
    let text = ''
    const child = spawn(program, args, {
      cwd: folder,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.stderr.resume()
    child.on('error', reject)
    child.on('close', () => resolve(text))
  })
}

async function versionOf(program, about) {
  const text = await output(program, ['--version'], about)
  return /\d+\.\d+(\.\d+)*/.exec(text)?.[0] ?? 'unknown'
}

function parse(text, what) {
  try {
    return JSON.parse(text.slice(text.search(/[[{]/)))
  } catch {
    throw new Error(`its ${what} cannot be read: ${text.slice(0, 500)}`)
  }
}

function writeDocument({ folder, document }) {
  const file = path.join(folder, 'openapi.json')
  fs.writeFileSync(file, JSON.stringify(document))
  return file
}

async function lintWithRedocly(program, about) {
  // Redocly would otherwise send telemetry to its makers, and ask them for updates.
  const quiet = { ...about, env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } }
  const args = ['lint', '--extends=recommended', '--format=json', '--max-problems=1000', writeDocument(about)]
  const { problems } = parse(await output(program, args, quiet), 'report')
  return {
    version: await versionOf(program, quiet),
    findings: problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location?.[0]?.pointer ?? ''}`),
  }
}

async function lintWithSpectral(program, about) {
  const rules = path.join(about.folder, 'spectral.json')
  fs.writeFileSync(rules, JSON.stringify({ extends: ['spectral:oas'] }))
  const problems = parse(
    await output(program, ['lint', '-r', rules, '-f', 'json', '--quiet', writeDocument(about)], about),
    'report',
  )
  return {
    version: await versionOf(program, about),
    findings: problems.map(({ code, message, path: where }) => `${code}: ${message} ${where.join('/')}`),
  }
}

async function evaluatePolicies(folder, { address, cookies }) {
  const load = createRequire(path.join(folder, 'package.json'))
  const { CspEvaluator } = load('./dist/evaluator.js')
  const { CspParser } = load('./dist/parser.js')
  const findings = new Set()
  // The addresses of a page, the page of the calls, a reply, a refusal, a page that does not exist, and an address that cannot be parsed.
  for (const place of ['/', '/docs', '/branding', '/users', '/nowhere', '/%']) {
    const headers = { accept: 'text/html', ...(place === '/docs' ? { cookie: cookies.admin } : {}) }
    const policy = (await fetch(address + place, { headers })).headers.get('content-security-policy')
    if (!policy) findings.add(`${place} has no policy`)
    else
      for (const { directive, description } of new CspEvaluator(new CspParser(policy).csp).evaluate())
        findings.add(`${directive} ${description}`)
  }
  return { version: load('./package.json').version, findings: [...findings] }
}

/** The modules that look for holes here: not those that need a machine of others (ssrf, xxe, nikto, wapp) or only guess names. */
const wapitiModules =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss'

async function scanWithWapiti(program, about) {
  const report = path.join(about.folder, 'wapiti.json')
  await output(
    program,
    [
      ...[
        '--url',
        `${about.address}/`,
        '--scope',
        'domain',
        '--module',
        wapitiModules,
        '--header',
        `Cookie: ${about.cookies.admin}`,
      ],
      ...pagesToOpen(about).flatMap((page) => ['--start', about.address + page]),
      ...['--max-scan-time', '240', '--max-attack-time', '60', '--no-bugreport', '--flush-session'],
      ...['--store-session', path.join(about.folder, 'wapiti'), '--store-config', path.join(about.folder, 'wapiti-config')],
      ...['--format', 'json', '--output', report],
    ],
    about,
  )
  if (!fs.existsSync(report)) throw new Error('it wrote no report')
  const { infos, vulnerabilities, anomalies, additionals } = parse(fs.readFileSync(report, 'utf8'), 'report')
  const found = [vulnerabilities, anomalies, additionals].flatMap((kinds) => Object.entries(kinds ?? {}))
  return {
    version: /[\d.]+$/.exec(infos.version)?.[0],
    findings: found.flatMap(([kind, list]) =>
      list.map(({ method, path: where, info }) => `${kind}: ${info} (${method} ${where})`),
    ),
  }
}

async function scanWithSqlmap(program, about) {
  const findings = []
  for (const [index, { title, text, tamper }] of requestsToTry(about).entries()) {
    const file = path.join(about.folder, `request-${index}.txt`)
    fs.writeFileSync(file, text)
    const told = await output(
      program,
      [
        ...['-r', file, '--batch', '--ignore-stdin', '--disable-coloring', '--flush-session', '--skip-waf'],
        ...['--output-dir', path.join(about.folder, 'sqlmap')],
        // The risk may be high, because the data is made up; a higher level takes four times as long.
        ...['--dbms=PostgreSQL', '--level=1', '--risk=3', '--ignore-code=*', '--skip=cookie,user-agent,referer,host'],
        ...(tamper ? [`--tamper=${tamper}`] : []),
      ],
      about,
    )
    findings.push(...readSqlmap(told).map((finding) => `${title}: ${finding}`))
  }
  return { version: await versionOf(program, about), findings }
}

function readSqlmap(text) {
  const found = [
    ...[...text.matchAll(/^Parameter: .*\n(?: {4}.*\n)+/gm)].map(([block]) => block.trim().replaceAll(/\s+/g, ' ')),
    ...[...text.matchAll(/heuristic \(\w+\) test shows that (.*? might be vulnerable.*)/g)].map(([, sentence]) => sentence),
    ...[...text.matchAll(/\b(5\d\d \([^)]*\) - \d+ times)/g)].map(([, count]) => `answered ${count}`),
  ]
  // Silence is not a clean result: sqlmap may have stopped before its first attempt.
  const isFinished = found.length > 0 || text.includes('all tested parameters do not appear to be injectable')
  return isFinished ? found : [`was not tested: ${text.trim().split('\n').slice(-6).join(' / ')}`]
}

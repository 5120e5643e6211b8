import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookies from '@fastify/cookie'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Database } from '../database/connect.ts'
import { activitiesRoutes } from './activities/activities.routes.ts'
import { apiDocsRoutes } from './api-docs/api-docs.routes.ts'
import { openApi } from './api-docs/openapi.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { recordRefusals } from './audit/refusals.ts'
import { sessions } from './auth/auth.queries.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { pendingSignInFinder } from './auth/second-factor/pending-sign-in.ts'
import { secondFactorRoutes } from './auth/second-factor/second-factor.routes.ts'
import { hashToken, sessionCookie } from './auth/session-cookie.ts'
import { ssoProvider } from './auth/sso/provider.ts'
import { ssoRoutes } from './auth/sso/sso.routes.ts'
import { brandingRoutes } from './branding/branding.routes.ts'
import { brandings, usualPatienceMs } from './branding/branding.ts'
import { delegationsRoutes } from './delegations/delegations.routes.ts'
import { departmentsRoutes } from './departments/departments.routes.ts'
import { digestRoutes } from './digest/digest.routes.ts'
import { findingRoutes } from './finding/finding.routes.ts'
import { firstStepsRoutes } from './first-steps/first-steps.routes.ts'
import { forgottenPasswordRoutes } from './forgotten-password/forgotten-password.routes.ts'
import { healthRoutes } from './health/health.routes.ts'
import { guardAccess } from './http/access.ts'
import { compression } from './http/compression.ts'
import { NotFound, sendError } from './http/errors.ts'
import { markReplays } from './http/idempotency-key.ts'
import { refuseOverload } from './http/overload.ts'
import { refuseForeignOrigins } from './http/same-origin.ts'
import { plainHeaders, sendSecurityHeaders } from './http/security-headers.ts'
import { limitSlowBodies } from './http/slow-bodies.ts'
import { importsRoutes } from './imports/imports.routes.ts'
import { metricsRoutes } from './metrics/metrics.routes.ts'
import { measure } from './metrics/metrics.ts'
import { noticesRoutes } from './notices/notices.routes.ts'
import { overviewRoutes } from './overview/overview.routes.ts'
import { htmlSender, readFontFaces, readHtmlPages } from './pages/html-pages.ts'
import { pagesRoutes } from './pages/pages.routes.ts'
import { portalSettingsRoutes } from './portal-settings/portal-settings.routes.ts'
import { postedActivitiesRoutes } from './posted-activities/posted-activities.routes.ts'
import { metricsReader } from './process/cluster.ts'
import { logOf } from './process/logging.ts'
import { limitJobs } from './process/sandbox.ts'
import { questionsRoutes } from './questions/questions.routes.ts'
import { recordRoutes } from './record/record.routes.ts'
import { removedRoutes } from './removed/removed.routes.ts'
import { resultsRoutes } from './results/results.routes.ts'
import { reviewRoutes } from './review/review.routes.ts'
import { rulesRoutes } from './rules/rules.routes.ts'
import { scoringRoutes } from './scoring/scoring.routes.ts'
import { sentChangesRoutes } from './sent-changes/sent-changes.routes.ts'
import type { Settings } from './settings.ts'
import { statementsRoutes } from './statements/statements.routes.ts'
import { termsRoutes } from './terms/terms.routes.ts'
import { bulkUsersRoutes } from './users/bulk-users.routes.ts'
import { usersRoutes } from './users/users.routes.ts'

/** Milliseconds, except for the number of requests. */
const usualLimits = {
  // A client that sends nothing does not hold a place for long (silence), nor one whose body drips in (body, see slow-bodies.ts); a
  // phone on a slow line gets through with its photos and PDF files (request).
  request: 120_000,
  silence: 15_000,
  headers: 8000,
  /** How often the time of the headers is checked. */
  check: 2000,
  body: 25_000,
  /** Of a child process that reads or writes one file. */
  job: 20_000,
  /** Of the database, until the portal says that it is not ready. */
  health: 2000,
  /** For the name of the portal, which a page is shown with. */
  branding: usualPatienceMs,
  /** Of each request to the provider of single sign-on: shorter than a page waits for a reply. */
  provider: 4000,
  /** What a connection pool can serve within the browser's timeout; further requests would only use memory. */
  inFlight: 500,
}

export type Limits = Partial<typeof usualLimits>

/** The whole server without its port, with the list of all concepts. Without a folder of built pages it serves the API only. */
export async function buildApp(
  database: Database,
  settings: Settings,
  logger: FastifyBaseLogger,
  pagesFolder?: string,
  limits: Limits = {},
) {
  const most = { ...usualLimits, ...limits }
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // See logOf.
    childLoggerFactory: (parent) => parent,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: settings.TRUST_PROXY,
    bodyLimit: 256 * 1024,
    requestTimeout: most.request,
    connectionTimeout: most.silence,
    http: { headersTimeout: most.headers, connectionsCheckingInterval: most.check },
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => sendError(error, request, plainHeaders(request, reply)),
  }).withTypeProvider<ZodTypeProvider>()

  app.decorate('defaultLanguage', settings.DEFAULT_LANGUAGE ?? 'en')
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendError)
  // Calls without a payload carry the JSON content type too: nothing sent is nothing, not a broken document.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, String(body), done)
  })
  // Fastify takes text/plain by itself; a form on another site could send that without a preflight request.
  app.removeContentTypeParser('text/plain')

  sendSecurityHeaders(app, settings)
  if (['debug', 'trace'].includes(settings.LOG_LEVEL))
    app.addHook('onResponse', async (request, reply) => {
      const { method, routeOptions, ip } = request
      logOf(request).debug(
        { method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime), ip },
        'answered',
      )
    })
  await app.register(compress, compression)
  await app.register(cookies)
  await app.register(swagger, openApi(settings))

  const registry = measure(app, database)
  refuseForeignOrigins(app, settings)
  refuseOverload(app, most.inFlight)
  limitSlowBodies(app, most.body)
  limitJobs(most.job)
  const cookie = sessionCookie(settings)
  guardAccess(
    app,
    async (request) => {
      const token = cookie.read(request)
      if (!token) return null
      const tokenHash = hashToken(token)
      const found = await sessions(database).userOf(tokenHash, settings)
      return found && { ...found, tokenHash }
    },
    pendingSignInFinder(database, settings),
  )

  recordRefusals(app, database)
  markReplays(app)

  const branding = brandings(database, settings, most.branding)
  const htmlPages = pagesFolder ? readHtmlPages(pagesFolder) : undefined
  const sendHtml = htmlSender(branding, settings)
  // A person who opens an unknown address gets a page with a way home; a program gets a sentence.
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (wantsPage && htmlPages) return sendHtml(request, reply.code(404), htmlPages.notFound)
    throw new NotFound()
  })

  await app.register(healthRoutes(database, settings, most.health))
  await app.register(metricsRoutes(metricsReader(registry), settings))
  await app.register(brandingRoutes(branding, pagesFolder))
  const provider = ssoProvider(settings, most.provider)
  await app.register(authRoutes(database, settings, branding, provider))
  await app.register(ssoRoutes(database, settings, provider))
  await app.register(secondFactorRoutes(database, settings, branding))
  await app.register(forgottenPasswordRoutes(database, settings))
  await app.register(usersRoutes(database))
  await app.register(bulkUsersRoutes(database))
  await app.register(removedRoutes(database))
  await app.register(departmentsRoutes(database))
  await app.register(activitiesRoutes(database))
  await app.register(termsRoutes(database, settings))
  await app.register(rulesRoutes(database))
  await app.register(scoringRoutes(database, settings))
  await app.register(overviewRoutes(database))
  await app.register(findingRoutes(database))
  await app.register(postedActivitiesRoutes(database))
  await app.register(reviewRoutes(database, settings))
  await app.register(questionsRoutes(database, settings))
  await app.register(delegationsRoutes(database, settings))
  await app.register(noticesRoutes(database, settings))
  await app.register(digestRoutes(database, settings, branding))
  await app.register(importsRoutes(database))
  await app.register(recordRoutes(database, settings, branding))
  await app.register(statementsRoutes(database, settings, branding, pagesFolder ? readFontFaces(pagesFolder) : ''))
  await app.register(resultsRoutes(database, settings, branding))
  await app.register(auditRoutes(database))
  await app.register(sentChangesRoutes(database))
  await app.register(portalSettingsRoutes(database, settings, branding))
  await app.register(firstStepsRoutes(database, settings))
  await app.register(apiDocsRoutes(settings, branding))
  if (pagesFolder && htmlPages) await app.register(pagesRoutes(pagesFolder, htmlPages, sendHtml))

  return app
}

import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookies from '@fastify/cookie'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { messages } from '../contract/languages/catalogue.ts'
import { sourceLanguage } from '../contract/languages/languages.ts'
import * as limits from '../contract/limits.ts'
import type { Database } from '../database/connect.ts'
import { activitiesRoutes } from './activities/activities.routes.ts'
import { apiDocsRoutes } from './api-docs/api-docs.routes.ts'
import { openApi } from './api-docs/openapi.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { recordRefusals } from './audit/refusals.ts'
import { sessions } from './auth/auth.queries.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { homeOfStaying } from './auth/home-of-staying.ts'
import { pendingSignInFinder } from './auth/second-factor/pending-sign-in.ts'
import { secondFactorRoutes } from './auth/second-factor/second-factor.routes.ts'
import { hashToken, sessionCookie } from './auth/session-cookie.ts'
import { sessionEndSentence } from './auth/session-end.ts'
import { ssoProvider } from './auth/sso/provider.ts'
import { ssoRoutes } from './auth/sso/sso.routes.ts'
import { brandingRoutes } from './branding/branding.routes.ts'
import { brandings } from './branding/branding.ts'
import { calendarRoutes } from './calendar/calendar.routes.ts'
import { checkRoutes } from './check/check.routes.ts'
import { degreesRoutes } from './degrees/degrees.routes.ts'
import { delegationsRoutes } from './delegations/delegations.routes.ts'
import { departmentsRoutes } from './departments/departments.routes.ts'
import { digestRoutes } from './digest/digest.routes.ts'
import { NotFound, Unauthorized } from './errors/errors.ts'
import { attendanceRoutes } from './events/attendance.routes.ts'
import { eventsRoutes } from './events/events.routes.ts'
import { participantsRoutes } from './events/participants.routes.ts'
import { facultiesRoutes } from './faculties/faculties.routes.ts'
import { findingRoutes } from './finding/finding.routes.ts'
import { firstStepsRoutes } from './first-steps/first-steps.routes.ts'
import { forgottenPasswordRoutes } from './forgotten-password/forgotten-password.routes.ts'
import { handbookRoutes } from './handbook/handbook.routes.ts'
import { healthRoutes } from './health/health.routes.ts'
import { homeRoutes } from './home/home.routes.ts'
import { guardAccess } from './http/access.ts'
import { limitBodies } from './http/bodies.ts'
import { compression } from './http/compression.ts'
import { markReplays } from './http/idempotency-key.ts'
import { limitInFlight, limitPerPerson } from './http/in-flight.ts'
import { refusePipelining } from './http/pipelining.ts'
import { refuseForeignOrigins } from './http/same-origin.ts'
import { plainHeaders, sendSecurityHeaders } from './http/security-headers.ts'
import { sendError } from './http/send-error.ts'
import { limitSilence } from './http/silence.ts'
import { importBatchesRoutes } from './imports/batches/batches.routes.ts'
import { importsRoutes } from './imports/imports.routes.ts'
import { inboxRoutes } from './inbox/inbox.routes.ts'
import { installationRoutes } from './installation/installation.routes.ts'
import { invitationsRoutes } from './invitations/invitations.routes.ts'
import { bouncesRoutes } from './mail/bounces.routes.ts'
import { messagesRoutes } from './messages/messages.routes.ts'
import { metricsRoutes } from './metrics/metrics.routes.ts'
import { measure } from './metrics/metrics.ts'
import { noticesRoutes } from './notices/notices.routes.ts'
import { overviewRoutes } from './overview/overview.routes.ts'
import { htmlSender, readFontFaces, readHtmlPages } from './pages/html-pages.ts'
import { pagesRoutes } from './pages/pages.routes.ts'
import { peopleRoutes } from './people/people.routes.ts'
import { policyTableRoutes } from './permissions/policy-table.routes.ts'
import { portalSettingsRoutes } from './portal-settings/portal-settings.routes.ts'
import { postedActivitiesRoutes } from './posted-activities/posted-activities.routes.ts'
import { postingsRoutes } from './postings/postings.routes.ts'
import { metricsReader } from './process/cluster.ts'
import { logOf } from './process/logging.ts'
import { limitJobs } from './process/sandbox.ts'
import { pushRoutes } from './push/push.routes.ts'
import { questionsRoutes } from './questions/questions.routes.ts'
import { recordRoutes } from './record/record.routes.ts'
import { recountsRoutes } from './recounts/recounts.routes.ts'
import { releasesRoutes } from './releases/releases.routes.ts'
import { resultsRoutes } from './results/results.routes.ts'
import { returnReasonsRoutes } from './return-reasons/return-reasons.routes.ts'
import { reviewRoutes } from './review/review.routes.ts'
import { rightsRoutes } from './rights/rights.routes.ts'
import { rulesRoutes } from './rules/rules.routes.ts'
import { scoringRoutes } from './scoring/scoring.routes.ts'
import { sentChangesRoutes } from './sent-changes/sent-changes.routes.ts'
import type { Settings } from './settings.ts'
import { statementsRoutes } from './statements/statements.routes.ts'
import { termsRoutes } from './terms/terms.routes.ts'
import { bulkUsersRoutes } from './users/bulk-users.routes.ts'
import { usersRoutes } from './users/users.routes.ts'
import { viewsRoutes } from './views/views.routes.ts'

type Groups = Pick<typeof limits, 'socket' | 'inFlight' | 'body' | 'wait' | 'job' | 'patience'>
/** The limits of contract/limits.ts that a test changes. */
export type Limits = { [Group in keyof Groups]?: Partial<Groups[Group]> }

/** The whole server without its port, with the list of all concepts. Without a folder of built pages it serves the API only. */
export async function buildApp(
  database: Database,
  settings: Settings,
  logger: FastifyBaseLogger,
  pagesFolder?: string,
  changed: Limits = {},
) {
  const most: Groups = {
    socket: { ...limits.socket, ...changed.socket },
    inFlight: { ...limits.inFlight, ...changed.inFlight },
    body: { ...limits.body, ...changed.body },
    wait: { ...limits.wait, ...changed.wait },
    job: { ...limits.job, ...changed.job },
    patience: { ...limits.patience, ...changed.patience },
  }
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // No child logger is created for each request: see logOf.
    childLoggerFactory: (parent) => parent,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: settings.TRUST_PROXY,
    bodyLimit: most.body.json,
    requestTimeout: most.socket.request,
    connectionTimeout: most.socket.silence,
    http: { headersTimeout: most.socket.headers, connectionsCheckingInterval: most.socket.check },
    forceCloseConnections: true,
    routerOptions: { maxParamLength: limits.longestParameter },
    frameworkErrors: (error, request, reply) => sendError(error, request, plainHeaders(request, reply)),
  }).withTypeProvider<ZodTypeProvider>()

  app.decorate('defaultLanguage', settings.DEFAULT_LANGUAGE ?? sourceLanguage)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendError)
  // Calls without a payload have the JSON content type too: an empty body is nothing, not a broken document.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, String(body), done)
  })
  // Fastify accepts text/plain by itself; a form on another site could send that without a preflight request.
  app.removeContentTypeParser('text/plain')

  refusePipelining(app)
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
  const cookie = sessionCookie(settings)
  limitSilence(app, most.socket.silence)
  limitInFlight(app, most.inFlight, cookie.read)
  limitBodies(app, most.body)
  limitJobs(most.job.usual, app.log)
  app.decorate('longestWaits', most.wait)
  app.decorate('timeZone', settings.TIME_ZONE)
  guardAccess(
    app,
    async (request) => {
      const token = cookie.read(request)
      if (!token) return null
      const tokenHash = hashToken(token)
      const found = await sessions(database).userOf(tokenHash, settings, request.headers['user-agent'])
      if (found === 'other device') throw new Unauthorized(undefined, messages.sessionEnds.otherDevice)
      if (found === 'second factor missing') throw new Unauthorized(messages.auth.secondFactorNow)
      if (found) return { ...found, tokenHash }
      const reason = await sessions(database).reasonOfEnd(tokenHash)
      if (reason) throw new Unauthorized(undefined, sessionEndSentence(reason))
      return null
    },
    pendingSignInFinder(database, settings),
  )

  limitPerPerson(app, most.inFlight)
  recordRefusals(app, database)
  markReplays(app)

  const branding = brandings(database, settings, most.patience.branding)
  const htmlPages = pagesFolder ? readHtmlPages(pagesFolder) : undefined
  const sendHtml = htmlSender(branding, settings)
  // A person who opens an unknown address gets a page with a way home; a program gets a sentence.
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (wantsPage && htmlPages) return sendHtml(request, reply.code(404), htmlPages.notFound)
    throw new NotFound()
  })

  await app.register(healthRoutes(database, settings, most.patience.health))
  await app.register(metricsRoutes(metricsReader(registry), settings))
  await app.register(brandingRoutes(branding, pagesFolder))
  const provider = ssoProvider(settings, most.patience.provider)
  await app.register(authRoutes(database, settings, branding, provider))
  await app.register(ssoRoutes(database, settings, provider))
  await app.register(secondFactorRoutes(database, settings, branding))
  await app.register(forgottenPasswordRoutes(database, settings))
  await app.register(usersRoutes(database))
  await app.register(bulkUsersRoutes(database))
  await app.register(peopleRoutes(database, settings))
  await app.register(departmentsRoutes(database))
  await app.register(degreesRoutes(database))
  await app.register(facultiesRoutes(database))
  await app.register(eventsRoutes(database, settings, branding))
  await app.register(participantsRoutes(database, settings))
  await app.register(attendanceRoutes(database, settings, branding))
  await app.register(rightsRoutes(database))
  await app.register(policyTableRoutes())
  await app.register(activitiesRoutes(database))
  await app.register(termsRoutes(database, settings))
  await app.register(calendarRoutes(database, settings, branding))
  await app.register(recountsRoutes(database))
  await app.register(releasesRoutes(database))
  await app.register(rulesRoutes(database))
  await app.register(scoringRoutes(database, settings))
  await app.register(overviewRoutes(database))
  await app.register(homeRoutes(database))
  await app.register(inboxRoutes(database))
  await app.register(findingRoutes(database))
  await app.register(handbookRoutes(settings, branding))
  await app.register(postedActivitiesRoutes(database, settings))
  await app.register(postingsRoutes(database, settings, branding))
  await app.register(returnReasonsRoutes(database))
  await app.register(reviewRoutes(database, settings))
  await app.register(questionsRoutes(database, settings))
  await app.register(delegationsRoutes(database, settings))
  await app.register(noticesRoutes(database, settings))
  await app.register(pushRoutes(database, settings))
  await app.register(messagesRoutes(database, settings, branding))
  await app.register(digestRoutes(database, settings, branding))
  await app.register(bouncesRoutes(database))
  await app.register(importsRoutes(database))
  await app.register(importBatchesRoutes(database))
  await app.register(invitationsRoutes(database, settings, branding))
  await app.register(recordRoutes(database, settings, branding))
  await app.register(statementsRoutes(database, settings, branding))
  await app.register(resultsRoutes(database, settings, branding))
  await app.register(checkRoutes(database, branding, pagesFolder ? readFontFaces(pagesFolder) : ''))
  await app.register(auditRoutes(database, settings))
  await app.register(sentChangesRoutes(database))
  await app.register(portalSettingsRoutes(database, settings, branding))
  await app.register(installationRoutes(database, settings))
  await app.register(firstStepsRoutes(database, settings))
  await app.register(viewsRoutes(database))
  await app.register(apiDocsRoutes(settings, branding))
  if (pagesFolder && htmlPages)
    await app.register(pagesRoutes(pagesFolder, htmlPages, sendHtml, homeOfStaying(database, settings)))

  return app
}

// One request: authenticate, authorise, parse by the contract, run one use case, parse the answer.
import type { Call, CallInput, CallResult } from '@trading-bot/contract/rest/call'
import { type FieldErrors, Refusal, refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { newToken } from '../security/tokens.ts'
import { authenticate } from './authenticate.ts'
import type { Context, Deps } from './context.ts'
import { findUnseen, isReadable } from './readable-json.ts'
import { deviceCookie, readDeviceCookie } from './device-cookie.ts'
import { sendIfChanged } from './send-if-changed.ts'
import { sendRefusal } from './send-refusal.ts'
import { withFile } from './with-file.ts'

export type UseCase<C extends Call> = (
  context: Context<C['access']>,
  input: CallInput<C>,
) => Promise<CallResult<C> | Refusal>

export type Route = {
  readonly spec: Call
  readonly useCase: UseCase<Call>
  /** Only reads, and may be some seconds old: taken from the replica where there is one. */
  readonly isReport?: boolean
}

/** A use case whose input or answer does not match the contract does not compile. */
export function bindRoute<const C extends Call>(spec: C, useCase: UseCase<C>): Route {
  return { spec, useCase: useCase as unknown as UseCase<Call> }
}

export function bindReport<const C extends Call>(spec: C, useCase: UseCase<C>): Route {
  return { ...bindRoute(spec, useCase), isReport: true }
}

export function addRoute(app: FastifyInstance, deps: Deps, route: Route): void {
  const { spec } = route
  app.route({
    method: spec.method,
    url: `/api${spec.path.replace(/\{(\w+)\}/g, ':$1')}`,
    handler: async (request, reply) => {
      const deviceToken = readDeviceCookie(request) ?? (spec.issuesDevice ? newToken() : undefined)
      const outcome = await answer(deps, route, request, deviceToken)
      if (outcome instanceof Refusal) return sendRefusal(reply, spec.path, outcome)
      if (spec.issuesDevice && deviceToken) reply.header('set-cookie', deviceCookie(deps.config, deviceToken))
      return send(request, reply, spec, outcome)
    },
  })
}

async function answer(
  deps: Deps,
  { spec, useCase, isReport = false }: Route,
  request: FastifyRequest,
  deviceToken: string | undefined,
): Promise<unknown> {
  const actor = await authenticate(deps, spec, request)
  if (actor instanceof Refusal) return actor
  const input = parseInput(spec, request)
  if (input instanceof Refusal) return input
  const context = { ...deps, actor, origin: { ...originOf(request), deviceToken } } as Context
  const replica = isReport ? deps.replica?.db() : undefined
  if (replica) {
    // A replica ends statements that keep it from following, and may go away: the primary has the same rows.
    return useCase({ ...context, db: replica }, input).catch((error: unknown) => {
      request.log.warn({ err: error }, 'a report could not be read from the replica')
      return useCase(context, input)
    })
  }
  if (spec.consumes !== 'file') return useCase(context, input as CallInput<Call>)
  return withFile(request, (file) => useCase(context, { ...input, file } as CallInput<Call>), spec.fileLimitMb)
}

function send(request: FastifyRequest, reply: FastifyReply, spec: Call, outcome: unknown): FastifyReply {
  const status = spec.status ?? 200
  if (spec.produces) return reply.type(spec.produces).send(Buffer.from(outcome as Uint8Array))
  // The answer is parsed too: a column that is not in the contract never reaches the client.
  const body: unknown = spec.answer.parse(spec.totals ? (outcome as Listed).list : outcome)
  const totals = spec.totals && JSON.stringify(spec.totals.parse((outcome as Listed).totals))
  if (totals !== undefined) reply.header('x-totals', totals)
  if (status === 204) return reply.code(204).send()
  return spec.method === 'GET' && status === 200
    ? sendIfChanged(request, reply, body, totals)
    : reply.code(status).send(body)
}

type Listed = { readonly list: unknown; readonly totals: unknown }

function originOf(request: FastifyRequest) {
  const device = request.headers['user-agent'] ?? 'unknown device'
  return { requestId: request.id, address: request.ip, device: device.slice(0, 300) }
}

function parseInput(spec: Call, request: FastifyRequest): Record<string, unknown> | Refusal {
  if (!isReadable(request.params) || !isReadable(request.query) || !isReadable(request.body))
    return refuse('BAD_REQUEST')
  const params = (spec.params ?? NOTHING).safeParse(request.params)
  // A malformed id cannot exist.
  if (!params.success) return refuse('NOT_FOUND')
  const query = (spec.query ?? NOTHING).safeParse(request.query)
  if (!query.success) return refuseFields(fieldErrors(query.error))
  // The use case reads the form's file itself, chunk by chunk.
  if (spec.consumes === 'file') return Object.assign({}, params.data, query.data)
  const body = (spec.body ?? NOTHING).safeParse(request.body === undefined ? {} : request.body)
  if (!body.success) return refuseFields(fieldErrors(body.error))
  if (spec.body && !spec.isBodyOptional && request.body === undefined) return refuse('NO_BODY')
  const input = Object.assign({}, params.data, query.data, body.data)
  const unseen = findUnseen(input)
  return unseen ? refuseFields({ [unseen.join('.')]: ['Please remove the invisible characters'] }) : input
}

const NOTHING = z.strictObject({})

/** The first issue of each field; an unknown field is not named, since its name is whatever the client sent. */
function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const fields: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const isUnknown = issue.code === 'unrecognized_keys'
    const name = isUnknown ? 'non_field_errors' : issue.path.join('.') || 'non_field_errors'
    fields[name] ??= [isUnknown ? 'The request has a field that is not known here' : issue.message]
  }
  return fields
}

import multipart, { type MultipartFile } from '@fastify/multipart'
import type { IncomingFile } from '@trading-bot/contract/rest/call'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const MEGABYTE = 1024 * 1024
const LIMIT_MB = 100
// Before the server cuts the connection of a slow sender (build-app.ts), which would say nothing.
const LIMIT_MS = 55_000
const tooLarge = (limitMb: number) => refuse('FILE_TOO_LARGE', { values: { limit: `${limitMb} MB` } })

/** Forms with a file are parsed within this scope only; everywhere else the API accepts JSON. */
export async function acceptFiles(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: { fileSize: LIMIT_MB * MEGABYTE, files: 1, fields: 10, fieldSize: 10_000, parts: 20 },
  })
}

/** Runs the use case with the form's file as a stream: a file of any size is never held in memory as a whole. */
export async function withFile(
  request: FastifyRequest,
  useCase: (file: IncomingFile) => Promise<unknown>,
  limitMb = LIMIT_MB,
  limitMs = LIMIT_MS,
): Promise<unknown> {
  if (!request.isMultipart()) return refuse('NO_JSON_FILE')
  if (Number(request.headers['content-length']) > (limitMb + 1) * MEGABYTE) return tooLarge(limitMb)
  const deadline = startDeadline(limitMs)
  try {
    const form = request.file({ limits: { fileSize: limitMb * MEGABYTE } }).catch(refuseForm)
    const part: MultipartFile | undefined = await Promise.race([form, deadline.passed])
    if (!part) return refuse('NO_JSON_FILE')
    const outcome = await useCase({ name: part.filename ?? '', content: whole(part, deadline) })
    part.file.resume()
    return outcome
  } catch (error) {
    if (error instanceof FileTooLarge) return tooLarge(limitMb)
    if (error instanceof UploadTooSlow)
      return refuse('UPLOAD_TOO_SLOW', { values: { limit: String(Math.round(limitMs / 1000)) } })
    if (error instanceof FormUnreadable) return refuse('BAD_REQUEST')
    throw error
  } finally {
    deadline.clear()
  }
}

class FileTooLarge extends Error {}
class UploadTooSlow extends Error {}
/** The form has no boundary, too many parts, or ends before its last part does. */
class FormUnreadable extends Error {}

function refuseForm(cause: unknown): never {
  throw new FormUnreadable('the form could not be read', { cause })
}

type Deadline = { readonly passed: Promise<never>; readonly clear: () => void }

function startDeadline(ms: number): Deadline {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new UploadTooSlow()), ms)
  })
  // Nobody may be waiting for it when it passes.
  passed.catch(() => undefined)
  return { passed, clear: () => clearTimeout(timer) }
}

/** A file over the limit is truncated: without this check a use case would take the part for the whole. */
async function* whole({ file }: MultipartFile, deadline: Deadline): AsyncGenerator<Uint8Array> {
  // A use case that stops reading must not end the stream, or the rest of the form is never read and no answer is sent.
  const chunks = file.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>
  for (;;) {
    const next = chunks.next().catch(refuseForm)
    const { done, value } = await Promise.race([next, deadline.passed])
    if (done) break
    yield value
  }
  // What follows takes as long as it takes: the file is here.
  deadline.clear()
  if (file.truncated) throw new FileTooLarge()
}

import multipart, { type MultipartFile } from '@fastify/multipart'
import type { IncomingFile } from '@trading-bot/contract/rest/call'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const MEGABYTE = 1024 * 1024
const LIMIT_MB = 100
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
): Promise<unknown> {
  if (!request.isMultipart()) return refuse('NO_JSON_FILE')
  if (Number(request.headers['content-length']) > (limitMb + 1) * MEGABYTE) return tooLarge(limitMb)
  try {
    const part: MultipartFile | undefined = await request
      .file({ limits: { fileSize: limitMb * MEGABYTE } })
      .catch(refuseForm)
    if (!part) return refuse('NO_JSON_FILE')
    const outcome = await useCase({ name: part.filename ?? '', content: whole(part) })
    part.file.resume()
    return outcome
  } catch (error) {
    if (error instanceof FileTooLarge) return tooLarge(limitMb)
    if (error instanceof FormUnreadable) return refuse('BAD_REQUEST')
    throw error
  }
}

class FileTooLarge extends Error {}
/** The form has no boundary, too many parts, or ends before its last part does. */
class FormUnreadable extends Error {}

function refuseForm(cause: unknown): never {
  throw new FormUnreadable('the form could not be read', { cause })
}

/** A file over the limit is truncated: without this check a use case would take the part for the whole. */
async function* whole({ file }: MultipartFile): AsyncGenerator<Uint8Array> {
  // A use case that stops reading must not end the stream, or the rest of the form is never read and no answer is sent.
  try {
    yield* file.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  } catch (error) {
    refuseForm(error)
  }
  if (file.truncated) throw new FileTooLarge()
}

import { updateProfile, readProfile } from '@trading-bot/contract/rest/accounts/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const profile = `/api${readProfile.path}`

async function read(token: string, tag?: string) {
  const { status, body, headers } = await server.raw('GET', profile, {
    token,
    ...(tag !== undefined && { headers: { 'if-none-match': tag } }),
  })
  return { status, body, tag: headers.get('etag') ?? '', headers }
}

test('an answer that has not changed is not sent again', async () => {
  const { access } = await signUp(server)
  const first = await read(access)
  expect(first).toMatchObject({ status: 200, tag: expect.stringMatching(/^W\/"[\w-]{22}"$/) })
  expect(first.headers.get('content-type')).toContain('application/json')
  const again = await read(access, first.tag)
  expect(again).toMatchObject({ status: 304, body: '', tag: first.tag })
  // Conditional or not, no cache on the way and none of the browser keeps it.
  expect(again.headers.get('cache-control')).toBe('no-store')
})

test('a change is in the next answer, whatever tag is sent', async () => {
  const { access } = await signUp(server)
  const { tag } = await read(access)
  await server.call(updateProfile, { first_name: 'Renamed' } as never, access)
  expect(await read(access, tag)).toMatchObject({ status: 200, body: { first_name: 'Renamed' } })
})

test('the tag of another user’s answer opens nothing, and an ended session is refused with any tag', async () => {
  const [one, other] = [await signUp(server), await signUp(server)]
  const { tag } = await read(one.access)
  expect(await read(other.access, tag)).toMatchObject({ status: 200 })
  expect((await read('not.a.token', tag)).status).toBe(401)
})

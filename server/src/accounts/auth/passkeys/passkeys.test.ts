import { logIn, readProfile } from '@trading-bot/contract/rest/accounts/auth'
import {
  addPasskey,
  listPasskeys,
  proveWithPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeyProof,
  startPasskeySignIn,
} from '@trading-bot/contract/rest/accounts/passkeys'
import { authenticateAgain } from '@trading-bot/contract/rest/accounts/security'
import { listSettings, updateSetting } from '@trading-bot/contract/rest/operations/settings'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newestMail, signUp, signUpAdmin } from '../../../testing/test-accounts.ts'
import { testPasskey } from '../../../testing/test-passkey.ts'
import { serverForFile, startTestServer, type TestServer } from '../../../testing/test-server.ts'

const server = serverForFile()

const HOME = { origin: 'https://bot.example.in', host: 'bot.example.in' }
const REFUSED = {
  non_field_errors: ['This passkey was not accepted. Try again, or sign in with your password.'],
  code: 'PASSKEY_REFUSED',
}

async function withPasskey(of: TestServer, account: { access: string }) {
  const key = testPasskey(HOME)
  const options = (await of.call(startPasskey, {}, account.access)).body
  const added = await of.call(addPasskey, { name: 'Laptop', credential: key.create(options) }, account.access)
  expect(added.status).toBe(201)
  return { key, passkey: added.body }
}

const challenge = async (of: TestServer = server) => (await of.call(startPasskeySignIn, {})).body

test('a passkey is added, listed, renamed and removed by its owner, who hears of it by mail', async () => {
  const { access, registration } = await signUp(server)
  const { passkey } = await withPasskey(server, { access })
  const { id } = passkey
  expect(passkey).toMatchObject({ name: 'Laptop', is_backed_up: false, last_used_at: null })
  const mail = await newestMail(server, registration.email)
  expect([mail.subject, mail.text]).toEqual(['A passkey was added', expect.stringContaining('“Laptop”')])
  expect((await server.call(renamePasskey, { id, name: 'Phone' }, access)).body.name).toBe('Phone')
  expect((await server.call(listPasskeys, {}, access)).body).toMatchObject([{ id, name: 'Phone' }])
  expect((await server.call(removePasskey, { id }, access)).status).toBe(204)
  expect((await newestMail(server, registration.email)).subject).toBe('A passkey was removed')
  expect((await server.call(listPasskeys, {}, access)).body).toEqual([])
})

test('a passkey signs in without a password or a code; a removed one does not', async () => {
  const account = await signUp(server)
  const { key, passkey } = await withPasskey(server, account)
  const reply = await server.call(signInWithPasskey, { credential: key.answer(await challenge()), remember_me: true })
  expect([reply.status, reply.body]).toEqual([
    200,
    expect.objectContaining({ remember_me: true, user: expect.objectContaining({ id: account.user.id }) }),
  ])
  expect((await server.call(readProfile, {}, reply.body.access)).status).toBe(200)
  const [used] = (await server.call(listPasskeys, {}, account.access)).body
  expect(used?.last_used_at).not.toBeNull()
  await server.call(removePasskey, { id: passkey.id }, account.access)
  const gone = await server.call(signInWithPasskey, { credential: key.answer(await challenge()) })
  expect([gone.status, gone.body]).toEqual([400, REFUSED])
})

test('a response is refused when repeated, late, of another site, from a frame, without the user, with a turned-back count or a foreign key', async () => {
  const account = await signUp(server)
  const { key } = await withPasskey(server, account)
  const send = (credential: ReturnType<typeof key.answer>) => server.call(signInWithPasskey, { credential })
  const once = key.answer(await challenge())
  expect((await send(once)).status).toBe(200)
  expect((await send(once)).body).toEqual(REFUSED)
  const invented = key.answer({ challenge: Buffer.alloc(32, 7).toString('base64url') })
  expect((await send(invented)).body).toEqual(REFUSED)
  for (const wrong of [
    { origin: 'https://bot.example.in.evil.example' },
    { host: 'evil.example' },
    { isVerified: false },
    { count: 1 },
    { crossOrigin: true },
    { topOrigin: 'https://evil.example' },
  ]) {
    expect((await send(key.answer(await challenge(), wrong))).body).toEqual(REFUSED)
  }
  const forged = { ...testPasskey(HOME).answer(await challenge()), id: once.id, rawId: once.rawId }
  expect((await send(forged)).body).toEqual(REFUSED)
  const late = key.answer(await challenge())
  server.moveTime(5 * 60_000)
  expect((await send(late)).body).toEqual(REFUSED)
  expect((await send(key.answer(await challenge()))).status).toBe(200)
})

test('a challenge to sign in or of another user adds no passkey, and a suspended user does not sign in with one', async () => {
  const [account, other] = [await signUp(server), await signUp(server)]
  const foreign = (await server.call(startPasskey, {}, other.access)).body
  for (const options of [foreign, await challenge()]) {
    const body = { name: 'x', credential: testPasskey(HOME).create(options) }
    expect((await server.call(addPasskey, body, account.access)).body).toMatchObject(REFUSED)
  }
  const { key } = await withPasskey(server, account)
  await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', account.user.id).execute()
  const reply = await server.call(signInWithPasskey, { credential: key.answer(await challenge()) })
  expect(reply.body).toMatchObject({ code: 'ACCOUNT_SUSPENDED' })
})

test('an account holds twenty passkeys, however many challenges it was given before, and none made in a frame', async () => {
  const { access } = await signUp(server)
  const options = await Promise.all(
    Array.from({ length: 22 }, async () => (await server.call(startPasskey, {}, access)).body),
  )
  const add = (challenge: (typeof options)[number], changes = {}) =>
    server.call(addPasskey, { name: 'Key', credential: testPasskey(HOME).create(challenge, changes) }, access)
  expect((await add(options[0]!, { crossOrigin: true })).body).toMatchObject(REFUSED)
  const replies = await Promise.all(options.map((each) => add(each)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(replies.find(({ status }) => status !== 201)?.body).toMatchObject({ code: 'TOO_MANY_PASSKEYS' })
  expect((await server.call(listPasskeys, {}, access)).body).toHaveLength(20)
})

test('an account gets sixty challenges an hour, to add a passkey or to prove the identity', async () => {
  const { access } = await signUp(server)
  for (let count = 0; count < 30; count++) {
    expect((await server.call(startPasskey, {}, access)).status).toBe(200)
    expect((await server.call(startPasskeyProof, {}, access)).status).toBe(200)
  }
  expect((await server.call(startPasskey, {}, access)).status).toBe(429)
  expect((await server.call(startPasskeyProof, {}, access)).status).toBe(429)
})

test('a passkey proves the identity again, with a challenge of the same user only', async () => {
  const admin = await signUpAdmin(server)
  const other = await signUpAdmin(server)
  const { key } = await withPasskey(server, admin)
  server.moveTime(10 * 60_000)
  const change = () => server.call(updateSetting, { id: 'mail.from_name', value: 'Desk' }, admin.access)
  expect((await change()).status).toBe(403)
  const prove = async (by: string) => {
    const options = (await server.call(startPasskeyProof, {}, by)).body
    return server.call(proveWithPasskey, { credential: key.answer(options) }, admin.access)
  }
  expect((await prove(other.access)).status).toBe(400)
  expect((await change()).status).toBe(403)
  expect((await prove(admin.access)).status).toBe(204)
  expect((await change()).status).toBe(200)
})

test('in production a passkey is an administrator’s second factor: it ends the enrolment, and the password alone no longer signs in', async () => {
  const production = await startTestServer({ production: true })
  const admin = await signUpAdmin(production)
  const { username, password } = admin.registration
  const { key, passkey } = await withPasskey(production, admin)
  expect((await production.call(readProfile, {}, admin.access)).body.must_enrol).toBe(false)
  expect((await production.call(listSettings, {}, admin.access)).status).toBe(200)
  const bare = await production.call(logIn, { username, password })
  expect([bare.status, bare.body]).toMatchObject([400, { code: 'PASSKEY_REQUIRED' }])
  const again = await production.call(authenticateAgain, { password }, admin.access)
  expect(again.body).toMatchObject({ code: 'PASSKEY_REQUIRED' })
  const signedIn = await production.call(signInWithPasskey, { credential: key.answer(await challenge(production)) })
  expect(signedIn.status).toBe(200)
  const last = await production.call(removePasskey, { id: passkey.id }, admin.access)
  expect([last.status, last.body]).toMatchObject([403, { code: 'LAST_FACTOR' }])
  await production.stop()
})

test('a challenge that cannot be looked up is an error of ours, not a refused passkey', async () => {
  const { key } = await withPasskey(server, await signUp(server))
  const credential = key.answer(await challenge())
  await server.asOwner((db) => sql`alter table passkey_challenges rename to out_of_reach`.execute(db))
  const failed = await server.call(signInWithPasskey, { credential })
  await server.asOwner((db) => sql`alter table out_of_reach rename to passkey_challenges`.execute(db))
  expect(failed.status).toBe(500)
  expect((await server.call(signInWithPasskey, { credential })).status).toBe(200)
})

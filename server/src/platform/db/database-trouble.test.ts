import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { databaseTrouble } from './database-trouble.ts'

const failureOf = async (work: () => Promise<unknown>) =>
  work().then(
    () => undefined,
    (error: unknown) => error,
  )

test('a refused connection, an ended session, a lock and a time-out are told apart from a fault of ours', async () => {
  const nobody = new pg.Client({ connectionString: 'postgres://x@127.0.0.1:1/x' })
  expect(databaseTrouble(await failureOf(() => nobody.connect()))).toBe('away')
  const nowhere = new pg.Client({ connectionString: 'postgres://x@no-such-host.invalid/x' })
  expect(databaseTrouble(await failureOf(() => nowhere.connect()))).toBe('away')
  const addresses = [1, 2].map(() => Object.assign(new Error(''), { code: 'ECONNREFUSED', syscall: 'connect' }))
  expect(databaseTrouble(new AggregateError(addresses))).toBe('away')

  const database = await createTestDatabase()
  const [one, other] = [
    new pg.Client({ connectionString: database.ownerUrl }),
    new pg.Client({ connectionString: database.ownerUrl }),
  ]
  await Promise.all([one.connect(), other.connect()])
  one.on('error', () => undefined)
  await other.query('begin; lock table users in access exclusive mode')
  await one.query("set lock_timeout = '50ms'")
  expect(databaseTrouble(await failureOf(() => one.query('select from users')))).toBe('busy')
  await one.query("set lock_timeout = 0; set statement_timeout = '50ms'")
  expect(databaseTrouble(await failureOf(() => one.query('select from users')))).toBe('busy')
  expect(databaseTrouble(await failureOf(() => one.query('select no_such_column')))).toBe(undefined)

  await one.query('set statement_timeout = 0')
  const { rows } = await one.query<{ pid: number }>('select pg_backend_pid() as pid')
  const waiting = failureOf(() => one.query('select pg_sleep(60)'))
  await other.query('rollback')
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  expect(databaseTrouble(await waiting)).toBe('away')
  expect(databaseTrouble(await failureOf(() => one.query('select 1')))).toBe('away')
  await other.end()
})

test('a full disk is a trouble of its own, also as the cause of another error', () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  expect(databaseTrouble(full)).toBe('full')
  expect(databaseTrouble(new Error('the batch failed', { cause: full }))).toBe('full')
  expect(databaseTrouble(new Error('anything'))).toBe(undefined)
  expect(databaseTrouble('no error')).toBe(undefined)
  // A payment provider that is away is not the database.
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' })
  expect(databaseTrouble(new TypeError('fetch failed', { cause: refused }))).toBe(undefined)
})

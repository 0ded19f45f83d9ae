import {
  createSetting,
  deleteSetting,
  listSettings,
  readSetting,
  SETTINGS,
  type SettingKey,
  updateSetting,
} from '@trading-bot/contract/rest/operations/settings'
import { DAY_MS } from '@trading-bot/core/time'
import { beforeEach, expect, test } from 'vitest'
import { serverForFile } from '../../testing/test-server.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { adminForFile, newestMail, signUpAdmin } from '../../testing/test-accounts.ts'

const server = serverForFile()
const admin = adminForFile(server)
beforeEach(() => server.db.deleteFrom('settings').execute())

const set = (id: SettingKey, value: string | number | boolean) =>
  server.call(updateSetting, { id, value }, admin.access)

test('CALL GET /admin/config/ and CALL GET /admin/config/{id}/ return every setting, its value and its default', async () => {
  const { body } = await server.call(listSettings, {}, admin.access)
  expect(body.map(({ key }) => key)).toEqual(Object.keys(SETTINGS))
  expect(body.every(({ is_default, updated_at }) => is_default && updated_at === null)).toBe(true)
  const one = await server.call(readSetting, { id: 'maintenance.notice_hours' }, admin.access)
  expect(one.body).toMatchObject({ id: 'maintenance.notice_hours', value: 24, default: 24, type: 'int' })
  expect((await server.call(readSetting, { id: 'no.such' as never }, admin.access)).status).toBe(404)
})

test('CALL POST /admin/config/, CALL PUT /admin/config/{id}/ and CALL DELETE /admin/config/{id}/ set, change and reset, audited', async () => {
  const made = await server.call(createSetting, { key: 'trading.max_orders_per_day', value: 20 }, admin.access)
  expect(made.status).toBe(201)
  const again = await server.call(createSetting, { key: 'trading.max_orders_per_day', value: 21 }, admin.access)
  expect(again.body).toMatchObject({ code: 'SETTING_EXISTS' })
  expect((await set('trading.max_orders_per_day', 30)).body).toMatchObject({ value: 30, is_default: false })
  expect(await readSettings(server.db)).toMatchObject({ 'trading.max_orders_per_day': 30, 'support.email': '' })
  expect((await server.call(deleteSetting, { id: 'trading.max_orders_per_day' }, admin.access)).status).toBe(204)
  expect((await readSettings(server.db))['trading.max_orders_per_day']).toBe(50)
  const lines = server.db.selectFrom('audit_lines').select(['action', 'before', 'after'])
  expect(await lines.where('subject_kind', '=', 'setting').orderBy('id').execute()).toEqual([
    { action: 'setting.changed', before: { value: 50 }, after: { value: 20 } },
    { action: 'setting.changed', before: { value: 20 }, after: { value: 30 } },
    { action: 'setting.reset', before: { value: 30 }, after: { value: 50 } },
  ])
})

test('a value that does not fit its setting is refused with a sentence', async () => {
  const bad: [SettingKey, string | number | boolean, string][] = [
    ['trading.max_orders_per_day', 0, 'Enter a whole number from 1 to 50'],
    ['trading.max_orders_per_day', 2.5, 'Enter a whole number from 1 to 50'],
    ['trading.max_orders_per_day', '20', 'Enter a whole number from 1 to 50'],
    ['maintenance.pause_entries', 'yes', 'Choose on or off'],
    ['support.email', 'not an address', 'Please enter a valid email address'],
    ['mail.from_name', 'Bot\r\nBcc: all@example.in', 'Enter 1 to 60 characters in one line'],
    ['mail.from_name', 'x'.repeat(61), 'Enter 1 to 60 characters in one line'],
  ]
  for (const [id, value, sentence] of bad) {
    const { status, body } = await set(id, value)
    expect([id, status, body]).toMatchObject([id, 400, { value: [sentence] }])
  }
  const unknown = await server.call(createSetting, { key: 'no.such' as never, value: 1 }, admin.access)
  expect(unknown.body).toMatchObject({ key: ['This setting is not known'] })
})

test('the second administrator is turned off by two administrators within a day, and turned on by one', async () => {
  const second = await signUpAdmin(server)
  const isOn = async () => (await readSettings(server.db))['deploy.second_approval']
  const off = (token: string) => server.call(updateSetting, { id: 'deploy.second_approval', value: false }, token)
  const reset = (token: string) => server.call(deleteSetting, { id: 'deploy.second_approval' }, token)
  const asked = { code: 'SECOND_ADMINISTRATOR_ASKED' }
  expect((await set('deploy.second_approval', true)).status).toBe(200)
  // Neither again, nor in another way, nor after the request was taken back by turning it on.
  expect((await off(admin.access)).body).toMatchObject(asked)
  expect((await newestMail(server, second.registration.email)).subject).toMatch(/waits for another administrator$/)
  expect((await off(admin.access)).body).toMatchObject(asked)
  expect((await reset(admin.access)).body).toMatchObject(asked)
  await set('deploy.second_approval', true)
  expect((await off(second.access)).body).toMatchObject(asked)
  expect(await isOn()).toBe(true)
  expect((await reset(admin.access)).status).toBe(204)
  expect(await isOn()).toBe(false)
  await set('deploy.second_approval', true)
  expect((await off(second.access)).body).toMatchObject(asked)
  await server.db.updateTable('users').set({ is_admin: false }).where('id', '=', second.user.id).execute()
  expect((await off(admin.access)).body).toMatchObject(asked)
  server.moveTime(DAY_MS)
  const third = await signUpAdmin(server)
  expect((await off(third.access)).body).toMatchObject(asked)
  expect(await isOn()).toBe(true)
})

test('a row that the registry does not know, or whose value it would refuse, is ignored', async () => {
  const row = (key: string, value: unknown) => ({ key, value: JSON.stringify(value), updated_at: new Date() })
  await server.db
    .insertInto('settings')
    .values([row('old.setting', 1), row('trading.max_orders_per_day', 900)])
    .execute()
  expect((await readSettings(server.db))['trading.max_orders_per_day']).toBe(50)
})

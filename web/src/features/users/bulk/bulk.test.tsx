import { listUsers } from '@trading-bot/contract/rest/accounts/users'
import { type BulkOperation, listBulk, previewBulk, startBulk } from '@trading-bot/contract/rest/operations/bulk'
import { expect, test } from 'vitest'
import { answer, recorded, refuse, sentTo } from '../../../testing/answers.ts'
import { button, dialog, expectSaid, expectTexts, fill, rowsOf } from '../../../testing/controls.ts'
import { signInAs, visit } from '../../../testing/open-app.tsx'

const DONE: BulkOperation = {
  id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2',
  action: 'extend',
  days: 3,
  subject: null,
  reason: 'The exchange was closed',
  started_by: 'admin@example.in',
  created_at: '2026-11-17T06:00:00.000Z',
  done_at: '2026-11-17T06:01:00.000Z',
  total: 12,
  done: 12,
  skipped: 1,
  skipped_for: [{ reason: 'This user has no running plan. Grant one instead.', count: 1 }],
}

test('many users are extended after a preview, with the count typed; what was done is listed', async () => {
  signInAs('admin')
  answer(listUsers, recorded(listUsers), { totals: { total: 30, suspended: 0, admins: 1, matching: 14 } })
  answer(listBulk, [])
  answer(previewBulk, { matching: 14, reached: 12, sample: [{ id: DONE.id, username: 'meera' }] })
  await visit('/admin/users?plan=any')
  await button('Act on many').click()
  await expectTexts(dialog, '14 users match', 'It reaches 12 of them: meera and others.')
  await fill({ 'Free days': '3', Reason: DONE.reason, 'Type 12 to confirm': '11' }, dialog)
  const sentence = 'It reaches 12 users now. Look at the preview again.'
  refuse(startBulk, 409, { error: sentence, message: sentence, code: 'COUNT_CHANGED' })
  await button('Begin', dialog).click()
  await expectTexts(dialog, sentence)
  await fill({ 'Type 12 to confirm': '12' }, dialog)
  answer(startBulk, () => {
    answer(listBulk, [DONE])
    return { message: 'Begun for 12 users.' }
  })
  await expectSaid(button('Begin', dialog), 'Begun for 12 users.')
  const [first, second] = sentTo(startBulk).map(({ body }) => body as { id: string })
  expect(second).toMatchObject({ id: first?.id, action: 'extend', days: 3, count: 12, audience: { plan: 'any' } })
  await expectTexts(rowsOf('Done to many'), '3 free days each', '12 of 12', '1: This user has no running plan.')
})

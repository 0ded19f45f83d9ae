import * as api from '@trading-bot/contract/rest/trading/hosting'
import { listAlgos } from '@trading-bot/contract/rest/trading/algos'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../../testing/answers.ts'
import { button, choose, dialog, expectSaid, expectTexts, fill, rowsOf } from '../../../testing/controls.ts'
import { signInAs, visit } from '../../../testing/open-app.tsx'

const ENTERED = { entered_by: 'admin@example.in', entered_at: '2026-11-01T06:00:00.000Z', broker: 'angel_one' } as const
const EMPANELMENT: api.Empanelment = {
  ...ENTERED,
  id: '0190b5a0-0000-7000-8000-000000000031',
  provider_name: 'Setu Algos',
  number: 'NSE/ALGO/12',
  valid_until: '2030-11-17T03:44:00.000Z',
  egress_address: '198.51.100.9',
  probe: { probed_at: '2026-11-16T03:00:00.000Z', result: 'failed', detail: 'ECONNREFUSED' },
  ended_at: null,
}
const FORMER = {
  ...EMPANELMENT,
  id: '0190b5a0-0000-7000-8000-000000000032',
  number: 'NSE/ALGO/7',
  probe: null,
  ended_at: '2026-11-01T06:00:00.000Z',
}
const APPROVAL: api.Approval = {
  ...ENTERED,
  id: '0190b5a0-0000-7000-8000-000000000033',
  logic_hash: 'a'.repeat(64),
  versions: ['EMA Bot v3'],
  reference: 'AO-7',
  approved_on: '2026-11-01',
  valid_until: null,
  ended_at: null,
}
const show = (change: object = {}) =>
  answer(api.readHosting, {
    mode: 'provider',
    since: '2026-11-01T06:00:00.000Z',
    empanelments: [EMPANELMENT, FORMER],
    approvals: [APPROVAL],
    ...change,
  })

beforeEach(() => {
  signInAs('admin')
  show()
})

test('the mode, the empanelment that counts and the former ones, and each approval are shown; withdrawing asks first', async () => {
  await visit('/admin/compliance?tab=hosting')
  await expectTexts(page.getByRole('region', { name: 'Hosting mode' }), 'Algo provider', 'Since 01 Nov 2026, 11:30')
  const [current, former] = [rowsOf('Empanelments').first(), rowsOf('Empanelments').last()]
  await expectTexts(current, 'Setu Algos', 'NSE/ALGO/12', 'Active', '17 Nov 2030, 09:14', 'Not reached (ECONNREFUSED)')
  await expectTexts(former, 'Former', 'Replaced or withdrawn')
  expect(button(/Withdraw/, former).elements()).toEqual([])
  await expectTexts(rowsOf('Approvals').first(), 'EMA Bot v3', 'AO-7', 'Until it is withdrawn')
  await button('Withdraw the empanelment NSE/ALGO/12').click()
  await expectTexts(dialog, 'What is open is still watched and closed.')
  expect(sentTo(api.withdrawEmpanelment)).toEqual([])
  answer(api.withdrawEmpanelment, () => {
    show({ empanelments: [FORMER] })
    return { message: 'The algo provider’s empanelment is withdrawn.' }
  })
  await expectSaid(button('Withdraw', dialog), 'The algo provider’s empanelment is withdrawn.')
})

test('an empanelment is entered with its end to the minute; mistakes and another broker’s stand beside their fields', async () => {
  show({ empanelments: [] })
  await visit('/admin/compliance?tab=hosting')
  await expectTexts(page.getByRole('region', { name: 'Empanelment', exact: true }), 'No empanelment is entered.')
  await button('Enter empanelment').click()
  await button('Enter', dialog).click()
  await expectTexts(dialog, 'Enter the provider’s name', 'Enter the empanelment number', 'Enter a day and a time')
  await expectTexts(dialog, 'Enter an IPv4 or IPv6 address')
  await fill({ Provider: 'Setu Algos', 'Empanelment number': 'NSE/ALGO/12' }, dialog)
  await fill(
    { 'Valid until (India time)': '2030-11-17T09:14', 'Address of the broker’s server': '198.51.100.9' },
    dialog,
  )
  await choose('Broker', 'Zerodha', dialog)
  const error = 'This document is for Zerodha. Orders go through Angel One here.'
  refuse(api.enterEmpanelment, 400, { error, code: 'OTHER_BROKERS_DOCUMENT' })
  await button('Enter', dialog).click()
  await expectTexts(dialog, error)
  await choose('Broker', 'Angel One', dialog)
  answer(api.enterEmpanelment, { message: 'The empanelment is entered.' })
  await expectSaid(button('Enter', dialog), 'The empanelment is entered.')
  expect(sentTo(api.enterEmpanelment).at(-1)?.body).toEqual({
    broker: 'Angel One',
    provider_name: 'Setu Algos',
    number: 'NSE/ALGO/12',
    valid_until: '2030-11-17T03:44:00.000Z',
    egress_address: '198.51.100.9',
  })
})

test('an approval names the strategy version; without an end it is valid until it is withdrawn', async () => {
  const [algo] = recorded(listAlgos).algos
  await visit('/admin/compliance?tab=hosting')
  await button('Enter approval').click()
  await button('Enter', dialog).click()
  await expectTexts(
    dialog,
    'Choose a strategy version',
    'Enter the broker’s reference',
    'Enter the day of the approval',
  )
  const version = algo!.versions[0]!
  await choose('Strategy version', new RegExp(`^${version.name} v${version.number}`), dialog)
  await fill({ Reference: 'AO-8', 'Approved on': '2026-11-02' }, dialog)
  answer(api.enterApproval, { message: 'The approval AO-8 is entered.' })
  await expectSaid(button('Enter', dialog), 'The approval AO-8 is entered.')
  expect(sentTo(api.enterApproval).at(-1)?.body).toEqual({
    broker: 'Angel One',
    logic_hash: algo!.logic_hash,
    reference: 'AO-8',
    approved_on: '2026-11-02',
    valid_until: null,
  })
})

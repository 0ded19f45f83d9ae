import { listUsers } from '@trading-bot/contract/rest/accounts/users'
import { listAllSubscriptions } from '@trading-bot/contract/rest/billing/subscription-reports'
import { listAdminSymbols } from '@trading-bot/contract/rest/trading/symbols'
import { listUserBots } from '@trading-bot/contract/rest/trading/user-bots'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded } from '../../testing/answers.ts'
import { button } from '../../testing/controls.ts'
import { signInAs, visit } from '../../testing/open-app.tsx'

const isPast = (query: URLSearchParams) => query.get('page') === '9999'

test.for(['user-bots', 'users', 'subscriptions', 'symbol-management'])(
  'a page of %s after the last one says so and leads back',
  async (list) => {
    signInAs('admin')
    const bots = { matching: 3, running: 3, paused: 0, error: 0, stopped: 0 }
    answer(listUserBots, ({ query }) => (isPast(query) ? [] : recorded(listUserBots)), { totals: bots })
    answer(listUsers, ({ query }) => (isPast(query) ? [] : recorded(listUsers)), {
      totals: { total: 2, suspended: 0, admins: 1, matching: 2 },
    })
    answer(listAdminSymbols, ({ query }) => (isPast(query) ? [] : recorded(listAdminSymbols)), {
      totals: { total: 50, active: 50, matching: 50 },
    })
    answer(listAllSubscriptions, ({ query }) => {
      const all = recorded(listAllSubscriptions)
      return isPast(query) ? { ...all, subscriptions: [] } : all
    })
    await visit(`/admin/${list}?page=9999`)
    await expect.element(page.getByText('There is no page 9,999')).toBeVisible()
    await button('Show the last page').click()
    await expect.element(page.css('tbody tr').first()).toBeVisible()
  },
)

// What happens to a live position whose stop the broker refuses is its owner's choice.
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { changeAnswer } from '../fixtures/change-answer.ts'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { sendAs } from '../fixtures/money.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, test, toast } from '../fixtures/test.ts'
import { makeReady } from '../fixtures/trading.ts'
import { subscriptionsPage } from '../pages/billing/subscriptions-page.ts'

test('the choice for a refused stop is offered with live trading only, and is saved', async ({
  page,
  person,
  request,
}) => {
  await makeReady(request, person)
  // Mocks only that live trading is offered, which the demo does not do.
  await changeAnswer<object>(page, '**/participation/status/', (body) => ({ ...body, is_live_offered: true }))
  await storeSession(page, person)
  const { open, configure, dialog, modes, save } = subscriptionsPage(page)
  const choice = dialog.getByRole('radiogroup', { name: 'If the broker refuses a stop' })
  await open()
  await configure.click()
  await expect(modes.getByRole('radio', { name: 'Paper' })).toBeChecked()
  await expect(choice).toBeHidden()
  await modes.getByRole('radio', { name: 'Live' }).check()
  await expect(choice.getByRole('radio', { name: 'Close the position' })).toBeChecked()
  await choice.getByRole('radio', { name: 'Only warn me' }).check()
  await expectNoViolations(page, 'refused stop')
  await save.click()
  await expect(toast(page, 'Bot configuration saved successfully!')).toBeVisible()
  const saved = await sendAs(request, person, readMySubscription, {})
  expect(saved.bot_configuration).toMatchObject({ on_refused_stop: 'warn' })
  // The page still polls; what is on its way when the test ends is not waited for.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

import { buy } from '../fixtures/money.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/test.ts'
import { credentialsPage } from '../pages/trading/credentials-page.ts'

test('CR-04 credentials the exchange rejects show its message until others are saved', async ({
  page,
  person,
  request,
}) => {
  await buy(request, person, 'EMA Monthly')
  await storeSession(page, person)
  const { current, field, practice, save, verify, verifyNow, open } = credentialsPage(page)
  await open()
  await practice.click()
  await expect(field.totp).not.toHaveValue('')
  const mpin = await field.mpin.inputValue()
  await field.mpin.fill(mpin === '0000' ? '0001' : '0000')
  await save.click()
  await verify.click()
  await expect(current).toContainText('Angel One rejected your log-in')
  await expect(current).toContainText('does not know this client code and MPIN together')
  await page.reload()
  await expect(current).toContainText('Angel One rejected your log-in')
  await expect(current).toContainText('Not Verified')
  await practice.click()
  await expect(field.mpin).toHaveValue(mpin)
  await save.click()
  await expect(current).not.toContainText('Angel One rejected your log-in')
  await expect(verifyNow).toHaveCount(0)
  await expect(verify).toBeVisible()
})

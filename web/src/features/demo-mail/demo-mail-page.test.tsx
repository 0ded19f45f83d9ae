import { listDemoMail } from '@trading-bot/contract/rest/operations/platform'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refuse } from '../../testing/answers.ts'
import { visit } from '../../testing/open-app.tsx'

test('/dev/mail says when it is not a demo', async () => {
  refuse(listDemoMail, 404)
  await visit('/dev/mail')
  await expect.element(page.getByText('This server is not a demo: its mail goes to real mailboxes.')).toBeVisible()
})

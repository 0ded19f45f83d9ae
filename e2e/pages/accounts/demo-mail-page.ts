import type { Page } from '@playwright/test'

export function demoMailPage(page: Page) {
  const mails = page.getByRole('article')
  return {
    mails,
    code: mails.first().getByTestId('mail-code'),
    link: mails.first().getByRole('link'),
    open: (to?: string) => page.goto(to === undefined ? '/dev/mail' : `/dev/mail?to=${encodeURIComponent(to)}`),
  }
}

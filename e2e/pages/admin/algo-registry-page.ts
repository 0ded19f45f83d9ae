import type { Page } from '@playwright/test'

export function algoRegistryPage(page: Page) {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    heading: page.getByRole('heading', { level: 1, name: 'Algo registry' }),
    fingerprint: page.getByText(/^[0-9a-f]{64}$/),
    row: (name: string) => page.getByRole('row', { name }),
    sheet: (name: string) => page.getByRole('button', { name: `White-box sheet of ${name}` }),
    register: (name: string) => page.getByRole('button', { name: `Register ${name}` }),
    manage: (name: string) => page.getByRole('button', { name: `Manage ${name}` }),
    kind: dialog.getByRole('combobox', { name: 'Kind' }),
    reportDay: dialog.getByLabel('Day of the research report'),
    certificate: dialog.getByLabel('Research Analyst registration number'),
    algoId: dialog.getByLabel('Algo id'),
    submit: dialog.getByRole('button', { name: /^(Record application|Register algo)$/ }),
    action: (name: string) => dialog.getByRole('button', { name, exact: true }),
    history: dialog.getByText('Orders exported'),
  }
}

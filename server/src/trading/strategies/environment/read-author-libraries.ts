import type { readAuthorLibraries as spec } from '@trading-bot/contract/rest/trading/bot-studio'
import type { UseCase } from '../../../platform/http/bind-route.ts'

export const readAuthorLibraries: UseCase<typeof spec> = async ({ scripts }) => {
  await scripts.opened
  const libraries = scripts.libraries()
  if (libraries.kind !== 'ready') return libraries
  return {
    kind: 'ready',
    id: libraries.id,
    packages: libraries.packages.map(([name, version]) => ({ name, version })),
  }
}

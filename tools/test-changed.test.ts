import { expect, test } from 'vitest'
import { reachedTests } from './test-changed.mjs'

const graph = new Map([
  ['server/src/billing/plans/plan-store.ts', []],
  ['server/src/billing/plans/list-plans.ts', ['server/src/billing/plans/plan-store.ts']],
  ['server/src/billing/plans/plans.test.ts', ['server/src/testing/test-server.ts']],
  ['server/src/billing/refunds/refund.test.ts', ['server/src/billing/plans/list-plans.ts']],
  ['server/src/accounts/auth/log-in.test.ts', ['server/src/testing/test-server.ts']],
  ['server/src/routes.ts', ['server/src/billing/plans/list-plans.ts']],
  ['server/src/testing/test-server.ts', ['server/src/routes.ts']],
])

test('a changed file reaches the tests beside it and those that import it through others', () => {
  expect(reachedTests(graph, ['server/src/billing/plans/plan-store.ts'])).toEqual([
    'server/src/billing/plans/plans.test.ts',
    'server/src/billing/refunds/refund.test.ts',
  ])
})

test('what holds the product together is passed only when it is changed itself', () => {
  expect(reachedTests(graph, ['server/src/testing/test-server.ts'])).toEqual([
    'server/src/accounts/auth/log-in.test.ts',
    'server/src/billing/plans/plans.test.ts',
  ])
})

import { expect, test } from 'vitest'
import { ENTER_SHORT, EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { SECOND_MS } from '@trading-bot/core/time'
import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import type { StoredAccount } from '@trading-bot/core/trading/account/state/stored-account'
import { enterAndFill } from '../live/testing/enter-and-fill.ts'
import { openLiveBench, PRICE_PAISE, WITH_STOP } from '../live/testing/open-live-bench.ts'
import { foldJudge } from './fold-judge.ts'

type Bench = Awaited<ReturnType<typeof openLiveBench>>

const openTwoSided = () =>
  openLiveBench({ instance: { ...WITH_STOP, capital: { longCapitalPaise: 8_000_000, shortCapitalPaise: 4_000_000 } } })

/** A long position of which the exit has filled a part. */
async function exitPartly(bench: Bench): Promise<void> {
  const entry = await enterAndFill(bench)
  await bench.pass(3 * SECOND_MS)
  await bench.signal(EXIT_LONG)
  await fill(bench, entry.quantity - 10)
}

async function fill(bench: Bench, quantity: number): Promise<void> {
  bench.broker.fill(bench.last().clientId, quantity, PRICE_PAISE - 100)
  bench.broker.publishUpdate()
  await bench.pass(2 * SECOND_MS)
}

// Each step of the bench is judged, and a difference fails the test.
test('the sums of longs and shorts follow their own orders, through a restart as well', async () => {
  const bench = await openTwoSided()
  await exitPartly(bench)
  const [slot] = bench.account()!.core.slots
  expect(slot).toMatchObject({ side: 1, quantity: 10, exitedQuantity: 90 })
  expect(bench.account()!.core.longCapital).toMatchObject({ inUsePaise: 100 * PRICE_PAISE, realisedPaise: 0 })
  await bench.restart()
  await bench.pass(3 * SECOND_MS)
  await fill(bench, 10)
  const { longCapital, shortCapital } = bench.account()!.core
  expect(longCapital.inUsePaise).toBe(0)
  expect(longCapital.realisedPaise).toBeLessThan(0)
  await bench.signal(ENTER_SHORT)
  expect(shortCapital.inUsePaise).toBe(50 * PRICE_PAISE)
  expect(shortCapital.realisedPaise).toBe(0)
})

const FAULTS: readonly (readonly [what: string, fault: (account: ManagedAccount) => void])[] = [
  ['the long capital in use', ({ core }) => void core.longCapital.inUsePaise++],
  ['the short capital in use', ({ core }) => void core.shortCapital.inUsePaise++],
  ['the realised profit', ({ core }) => void core.realisedPaise++],
  ['the realised profit of longs', ({ core }) => void core.longCapital.realisedPaise++],
  ['the realised profit of shorts', ({ core }) => void core.shortCapital.realisedPaise++],
  ['the sum of open profits', ({ core }) => void core.openPaise++],
  ['the side in 3045', ({ core }) => Object.assign(core.slots[0]!, { side: -1 })],
  ['the quantity in 3045', ({ core }) => void core.slots[0]!.quantity++],
  ['the cost in 3045', ({ core }) => void core.slots[0]!.entryValuePaise++],
  ['the exited quantity in 3045', ({ core }) => void core.slots[0]!.exitedQuantity++],
  ['the exited value in 3045', ({ core }) => void core.slots[0]!.exitedValuePaise++],
  ['the pending quantity in 3045', ({ core }) => void core.slots[0]!.pendingQuantity++],
  ['the pending value in 3045', ({ core }) => void core.slots[0]!.pendingValuePaise++],
]

test('a figure that its orders do not give is reported, once and by its name', async () => {
  const bench = await openTwoSided()
  await exitPartly(bench)
  const account = bench.account()!
  const before = structuredClone({ core: bare(account), slot: account.core.slots[0]! })
  for (const [what, fault] of FAULTS) {
    const found: string[] = []
    const judge = foldJudge((difference) => void found.push(difference))
    judge.onStored(storedOf(account))
    judge.onStep(account, { kind: 'SECOND' })
    expect(found).toEqual([])
    fault(account)
    judge.onStep(account, { kind: 'SECOND' })
    judge.onStep(account, { kind: 'SECOND' })
    expect(found.filter((difference) => difference.startsWith(`bot after SECOND: ${what} is `))).toHaveLength(1)
    Object.assign(account.core.slots[0]!, before.slot)
    const { longCapital, shortCapital, ...sums } = before.core
    Object.assign(account.core, sums)
    Object.assign(account.core.longCapital, longCapital)
    Object.assign(account.core.shortCapital, shortCapital)
  }
})

function bare({ core: { longCapital, shortCapital, realisedPaise, openPaise } }: ManagedAccount) {
  return { longCapital, shortCapital, realisedPaise, openPaise }
}

function storedOf({ instance, positions }: ManagedAccount): StoredAccount {
  return {
    instance,
    positions: [...positions.values()],
    lost: [],
    sentToday: [],
    realisedLongPaise: 0,
    realisedShortPaise: 0,
    realisedThisSessionPaise: 0,
    realisedThisWeekPaise: 0,
    peakNetPaise: 0,
    entriesThisSession: 1,
    stoppedBy: null,
  }
}

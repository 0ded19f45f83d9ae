import type { Answer } from '../../ports.ts'
import { type AcceptanceBench, type Card, hold, offered } from './card.ts'
import { answered, fill, find, place, requestFor } from './steps.ts'

export const SESSION_CARDS: readonly Card[] = [
  { number: 1, title: 'logs in, and is still logged in when asked again', needs: [], run: logInTwice },
  {
    number: 2,
    title: 'explains wrong credentials, rejects them only with proof, and does not retry them repeatedly',
    needs: ['LOG_IN'],
    run: wrongCredentials,
  },
  {
    number: 3,
    title: 'answers look-ups after the session has ended',
    needs: ['SESSIONS'],
    run: readsAfterSessionEnd,
  },
  {
    number: 4,
    title: 'sends an order again after its token was proven refused, or says that nothing was sent, and keeps trading',
    needs: ['SESSIONS'],
    run: orderIntoEndedSession,
  },
  {
    number: 5,
    title: 'reports an order with a lost answer as unknown, and finds it by its client id',
    needs: ['NETWORK'],
    run: lostAnswer,
  },
  {
    number: 6,
    title: 'sends a burst of orders within the broker’s rate limits, exits before entries',
    needs: ['CEILINGS'],
    run: burst,
  },
  {
    number: 7,
    title: 'explains that the API key is not registered for this address',
    needs: ['REGISTERED_ADDRESSES'],
    run: unregisteredAddress,
  },
]

async function logInTwice({ broker, settle }: AcceptanceBench): Promise<void> {
  for (const time of ['first', 'second']) {
    const outcome = await settle(broker.logIn())
    hold(outcome.kind === 'accepted', `the ${time} log-in is accepted`, outcome)
  }
}

async function wrongCredentials(bench: AcceptanceBench): Promise<void> {
  for (const what of ['mpin', 'totpSecret', 'apiKey'] as const) {
    const broker = offered(bench.brokerWithWrong)(what)
    let book = await bench.settle(broker.orderBook())
    hold(sentenceOf(book).length > 20, `a wrong ${what} is explained`, book)
    const beforeMs = bench.nowMs()
    hold((await bench.settle(broker.orderBook())).kind === book.kind, 'a look-up repeats the answer', book)
    hold(bench.nowMs() - beforeMs < 1_000, 'without another log-in')
    // Another process may have used the code, so only several failures prove the secret wrong; a key may be registered later.
    for (let turn = 0; what === 'totpSecret' && book.kind === 'unavailable' && turn < 60; turn++) {
      await bench.passMs(5_000)
      book = await bench.settle(broker.orderBook())
    }
    hold(book.kind === (what === 'apiKey' ? 'unavailable' : 'refused'), `a wrong ${what} is no more and no less`, book)
  }
}

function sentenceOf(answer: Answer<unknown>): string {
  if (answer.kind === 'answered') return ''
  return answer.kind === 'refused' ? answer.sentence : answer.why
}

async function readsAfterSessionEnd(bench: AcceptanceBench): Promise<void> {
  answered(await bench.settle(bench.broker.funds()))
  await offered(bench.endSession)()
  answered(await bench.settle(bench.broker.funds()))
  answered(await bench.settle(bench.broker.orderBook()))
}

async function orderIntoEndedSession(bench: AcceptanceBench): Promise<void> {
  const request = await requestFor(bench, 'c04a')
  await offered(bench.endSession)()
  const outcome = await bench.settle(bench.broker.place(request))
  hold(outcome.kind !== 'rejected' || outcome.isRetryable, 'the order may be sent later', outcome)
  const found = await find(bench, 'c04a')
  hold((found === null) === (outcome.kind !== 'acknowledged'), 'the book shows the outcome', found)
  await fill(bench, await requestFor(bench, 'c04b'))
}

async function lostAnswer(bench: AcceptanceBench): Promise<void> {
  const request = await requestFor(bench, 'c05a')
  offered(bench.loseNextAnswer)()
  const outcome = await bench.settle(bench.broker.place(request))
  hold(outcome.kind === 'unknown', 'the outcome is unknown', outcome)
  hold((await find(bench, 'c05a')) !== null, 'the order stands in the book')
}

async function burst(bench: AcceptanceBench): Promise<void> {
  const order = await requestFor(bench, 'c06', { quantity: 1 })
  const done: string[] = []
  const send = async (clientId: string, purpose: 'ENTRY' | 'EXIT') => {
    const outcome = await bench.broker.place({ ...order, clientId, purpose })
    hold(outcome.kind === 'acknowledged', 'every order of the burst is acknowledged', outcome)
    done.push(purpose)
  }
  const entries = Array.from({ length: 24 }, (_, index) => send(`c06n${index}`, 'ENTRY'))
  const exits = Array.from({ length: 6 }, (_, index) => send(`c06x${index}`, 'EXIT'))
  await bench.settle(Promise.all([...entries, ...exits]))
  hold(done.slice(0, 16).filter((purpose) => purpose === 'EXIT').length === 6, 'exits overtake waiting entries', done)
}

async function unregisteredAddress(bench: AcceptanceBench): Promise<void> {
  const broker = offered(bench.brokerFromElsewhere)()
  const outcome = await bench.settle(broker.place(await requestFor(bench, 'c07')))
  hold(outcome.kind === 'rejected' && !outcome.isRetryable, 'the order is refused', outcome)
  hold(/not registered for your API key/.test(outcome.sentence), 'the sentence gives the reason', outcome)
  await place(bench, await requestFor(bench, 'c07b'))
}

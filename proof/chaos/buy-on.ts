import { ask, buyPlan, codeOf, registrationOf } from '../processes/customers.ts'

/** Somebody who was told that the plan is theirs. */
export type Buyer = ReturnType<typeof registrationOf>

/** Registers and buys until it is stopped. A call that fails is not repeated: its outcome is unknown. */
export function buyOn(urls: readonly string[], workers: number) {
  const buyers: Buyer[] = []
  let isOver = false
  const work = Array.from({ length: workers }, async (_, worker) => {
    const url = urls[worker % urls.length]!
    for (let turn = 0; !isOver; turn++) {
      const person = registrationOf(`buyer_${worker}_${turn}`)
      await ask(url, '/auth/register/', undefined, person)
      const otp = await codeOf(url, person.email)
      const proof = { email: person.email, otp, registration_data: person }
      const signedIn = otp && (await ask(url, '/auth/verify-otp/', undefined, proof))
      if (signedIn && signedIn.status === 200 && (await buyPlan(url, String(signedIn.body['access']), worker)))
        buyers.push(person)
      // A server that is away refuses at once, and would be asked a thousand times a second.
      else await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })
  return {
    buyers,
    stop: async () => {
      isOver = true
      await Promise.all(work)
    },
  }
}

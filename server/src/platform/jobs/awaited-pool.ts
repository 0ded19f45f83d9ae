import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { databaseTrouble } from '../db/database-trouble.ts'

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/**
 * The job runner writes the end of a job without waiting for it, so that stopping could end the pool first and the
 * write failed into the void. This view of a pool knows what is checked out: `settle` waits for it, and whatever asks
 * later waits for ever, as if the process had ended. Such a job is run again, as after a crash.
 *
 * For the same reason a write that failed because the database was away, busy or full would end the whole process. The
 * runner repeats what fails with a code it knows, so such an error is given one; every write of it may be repeated.
 */
export function awaitedPool(pool: pg.Pool) {
  let checkedOut = 0
  let isSettled = false
  const checkOut = async (): Promise<pg.PoolClient> => {
    if (isSettled) return new Promise(() => {})
    checkedOut++
    try {
      const client = await pool.connect()
      const release = client.release.bind(client)
      const ownWay = client.query
      const query = ownWay.bind(client) as (...statement: unknown[]) => unknown
      const repeatedly = (...statement: unknown[]) => {
        const answer = query(...statement)
        return answer instanceof Promise ? answer.catch(throwRepeatable) : answer
      }
      Object.assign(client, { query: repeatedly })
      client.release = (error) => {
        checkedOut--
        // The pool lends the same client to others, with its own way to ask.
        client.query = ownWay
        release(error)
      }
      return client
    } catch (error) {
      checkedOut--
      return throwRepeatable(error)
    }
  }
  // With a callback it is the connection that listens for new jobs, which the runner closes itself.
  const connect = (callback?: ConnectCallback) => (callback ? pool.connect(callback) : checkOut())
  const view = new Proxy(pool, {
    get: (target, name) => {
      if (name === 'connect') return connect
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return {
    view,
    settle: async (limitMs: number) => {
      for (const end = Date.now() + limitMs; checkedOut > 0 && Date.now() < end; ) await pause(10)
      isSettled = true
    },
  }
}

const CANNOT_CONNECT_NOW = '57P03'

function throwRepeatable(error: unknown): never {
  if (!databaseTrouble(error)) throw error
  const { message } = error as Error
  throw Object.assign(new Error(message, { cause: error }), { code: CANNOT_CONNECT_NOW })
}

import { afterAll, beforeAll } from 'vitest'
import { seedCatalogue } from '../demo/seed-catalogue.ts'
import type { Deps } from '../platform/http/context.ts'
import { signUpAdmin } from './test-accounts.ts'
import { openTestScripts } from './test-scripts.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** The server of a test file: started before its first test and stopped after its last. */
export function useServer(...options: Parameters<typeof startTestServer>): TestServer {
  const server = {} as TestServer
  beforeAll(async () => void Object.assign(server, await startTestServer(...options)))
  afterAll(() => server.stop())
  return server
}

/** A server with a Python sandbox and a seeded catalogue. */
export function useScriptServer(clock?: Deps['clock']): TestServer {
  const server = {} as TestServer
  beforeAll(async () => {
    const scripts = await openTestScripts()
    Object.assign(server, await startTestServer({}, { scripts, ...(clock && { clock }) }))
    await seedCatalogue(server.deps)
  })
  afterAll(async () => {
    await server.stop()
    await server.deps.scripts.close()
  })
  return server
}

/** An administrator of the file's server, signed up before its first test. */
export function useAdmin(server: TestServer): Awaited<ReturnType<typeof signUpAdmin>> {
  const admin = {} as Awaited<ReturnType<typeof signUpAdmin>>
  beforeAll(async () => void Object.assign(admin, await signUpAdmin(server)))
  return admin
}

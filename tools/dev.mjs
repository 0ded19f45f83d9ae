// npm run dev: the same product, with the server restarted and the page refreshed on every change.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installIfNeeded } from '../product/install.mjs'
import { searchPathWithSandbox } from '../product/programs/sandbox.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
installIfNeeded(root, console.log, 'all')
process.env.PATH = searchPathWithSandbox(console.log)
const { startPostgres } = await import('../product/database/postgres.mjs')
const dataDir = path.resolve(root, process.env.DATA_DIR || '.data')
const postgres = process.env.DATABASE_URL
  ? undefined
  : await startPostgres({ root, folder: path.join(dataDir, 'postgres') })
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  ...(postgres && { EMBEDDED_DATABASE_URL: postgres.applicationUrl, EMBEDDED_DATABASE_OWNER_URL: postgres.url }),
}
const bin = (/** @type {string} */ name) => path.join(root, 'node_modules/.bin', name)
const children = [
  spawn(bin('tsx'), ['watch', '--clear-screen=false', 'server/src/main.ts'], { cwd: root, env, stdio: 'inherit' }),
  spawn(bin('vite'), ['--clearScreen', 'false'], { cwd: path.join(root, 'web'), env, stdio: 'inherit' }),
]
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => void end())

async function end() {
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(
    children.map(
      (child) => new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(0))),
    ),
  )
  await postgres?.stop()
  process.exit(0)
}

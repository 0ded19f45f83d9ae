// npm run exchange -- --port 4010 --hours nse --seed 7: the simulated exchange alone, with the SmartAPI protocol on
// loopback.
// With --json (and --accounts 100) it prints one line for a program to read instead.
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle } from './bundle.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const outfile = path.join(root, 'node_modules/.cache/trading-bot/exchange.mjs')

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    hours: { type: 'string', default: 'demo' },
    seed: { type: 'string', default: '2026' },
    accounts: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
})
const [port, seed, accounts] = [Number(values.port), Number(values.seed), Number(values.accounts)]
if (!Number.isInteger(port) || port < 0 || port > 65_535) stop(`Not a port: ${values.port}`)
if (!Number.isSafeInteger(seed)) stop(`Not a whole number: --seed ${values.seed}`)
if (!Number.isInteger(accounts) || accounts < 1 || accounts > 100_000)
  stop(`Not a number: --accounts ${values.accounts}`)
if (values.hours !== 'demo' && values.hours !== 'nse') stop(`Hours are demo or nse, not ${values.hours}`)

await bundle({ entryPoints: [path.join(root, 'engine/src/exchange/run-exchange.ts')], outfile })
/** @type {typeof import('../engine/src/exchange/run-exchange.ts')} */
const { runExchange } = await import(pathToFileURL(outfile).href)
const running = await runExchange({
  market: { seed, hours: values.hours },
  port,
  accounts,
  onBug: console.error,
}).catch((/** @type {Error} */ error) => stop(`The exchange could not start: ${error.message}`))
if (values.json) printForPrograms()
else printForPeople()

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void running.close().then(() => process.exit(0)))
}

function printForPrograms() {
  const { close: _, ...urls } = running.server
  const opened = running.accounts.map(({ clientCode, apiKey, mpin, totpSecret }) => ({
    clientCode,
    apiKey,
    mpin,
    totpSecret,
  }))
  console.log(JSON.stringify({ ...urls, accounts: opened }))
}

function printForPeople() {
  const { server, accounts: opened, totpNow } = running
  console.log(`
  The simulated exchange runs (${values.hours} hours, seed ${seed}). Ctrl-C ends it.

  REST           ${server.restUrl}
  Market feed    ${server.feedUrl}
  Order updates  ${server.orderUpdatesUrl}
  Instruments    ${server.masterUrl}`)
  for (const account of opened) {
    console.log(`
  Client code    ${account.clientCode}
  API key        ${account.apiKey}
  MPIN           ${account.mpin}
  TOTP secret    ${account.totpSecret}   (code of this moment: ${totpNow(account)})`)
  }
  console.log('')
}

/** @param {string} sentence @returns {never} */
function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

// A Chromium for the browser tests: one on the machine, else the system's package, else Playwright's own download.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** @param {string} root @param {(line: string) => void} say @returns {Promise<string>} */
export async function findBrowser(root, say) {
  const found = await browserHere(root)
  if (found) return found
  say('No Chromium found: installing one …')
  if (!installFromSystem()) downloadBrowser(root)
  const installed = await browserHere(root)
  if (installed) return installed
  throw new Error(
    'The browser tests need a Chromium and none could be installed. Install one and set CHROMIUM_PATH to it.',
  )
}

/** @param {string} root */
async function browserHere(root) {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  const onMachine = PLACES.find((place) => fs.existsSync(place))
  if (onMachine) return onMachine
  const entry = path.join(root, 'node_modules/@playwright/test/index.mjs')
  const { chromium } = await import(pathToFileURL(entry).href)
  const downloaded = chromium.executablePath()
  return fs.existsSync(downloaded) ? downloaded : undefined
}

/** @param {string} root */
function downloadBrowser(root) {
  spawnSync(path.join(root, 'node_modules/.bin/playwright'), ['install', 'chromium'], {
    stdio: 'inherit',
  })
}

function installFromSystem() {
  if (!fs.existsSync('/usr/bin/apt-get')) return false
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const run = (/** @type {string[]} */ ...args) => {
    const [command, ...rest] = [...asRoot, ...args]
    return (
      spawnSync(String(command), rest, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
        .status === 0
    )
  }
  run('apt-get', 'update', '-qq')
  return (
    run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell') ||
    run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium')
  )
}

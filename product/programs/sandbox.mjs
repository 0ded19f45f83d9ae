// Bubblewrap for the tests that run untrusted Python: the one on the machine, else the system's package.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** @param {(line: string) => void} say */
export function installSandboxIfNeeded(say) {
  const isHere = (process.env.PATH ?? '').split(':').some((folder) => fs.existsSync(`${folder}/bwrap`))
  if (isHere || !fs.existsSync('/usr/bin/apt-get')) return
  say('No bubblewrap found: installing it …')
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'bubblewrap'],
  ]) {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args]
    spawnSync(String(command), rest, { stdio: 'inherit', env })
  }
}

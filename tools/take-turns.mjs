import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 100

/**
 * Does some work while no other process does work under the same lock file. The file names its holder; one that has
 * died is replaced.
 * @template T @param {string} file @param {() => Promise<T>} work @param {() => void} onWait called once if it must wait
 * @returns {Promise<T>}
 */
export async function takeTurns(file, work, onWait) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  for (let isFirst = true; !tryLock(file); isFirst = false) {
    if (isFirst) onWait()
    await pause(LOOK_EVERY_MS)
  }
  try {
    return await work()
  } finally {
    fs.rmSync(file, { force: true })
  }
}

/** @param {string} file */
function tryLock(file) {
  const own = `${file}.${process.pid}`
  try {
    const holder = readIfThere(file)
    if (holder !== undefined && !isAlive(holder)) removeLockOf(holder, file)
    fs.writeFileSync(own, String(nameOf(process.pid)))
    // Unlike opening it, a link makes the file appear with its content.
    fs.linkSync(own, file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST') || hasCode(error, 'ENOENT')) return false
    throw error
  } finally {
    fs.rmSync(own, { force: true })
  }
}

/**
 * Two may find the same dead holder: the slower one must not remove the faster one's lock.
 * @param {string} holder @param {string} file
 */
function removeLockOf(holder, file) {
  const aside = `${file}.${process.pid}.dead`
  fs.renameSync(file, aside)
  try {
    if (readIfThere(aside) !== holder) fs.linkSync(aside, file)
  } finally {
    fs.rmSync(aside)
  }
}

/** @param {string} name */
function isAlive(name) {
  return nameOf(Number(name.split(' ')[0])) === name
}

/**
 * The process and, where it can be known, when it began: its number may have been given to another one.
 * @param {number} pid
 */
function nameOf(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // One of another user is there too.
    if (!hasCode(error, 'EPERM')) return undefined
  }
  const stat = readIfThere(`/proc/${pid}/stat`) ?? ''
  // The second field is a name in brackets, which may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')')).split(' ')
  const [state, beganAt] = [fields[1], fields[20]]
  return state === 'Z' ? undefined : `${pid} ${beganAt ?? ''}`
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ESRCH')) return undefined
    throw error
  }
}

/** @param {unknown} error @param {string} code */
function hasCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code
}

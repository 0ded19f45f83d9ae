// A Debian root of its own with systemd as PID 1 of its own namespaces, in which a guide can be followed to the letter.
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '../../product/testing/until.ts'

export type CleanRoot = {
  /** Where the machine's own files are, seen from outside. */
  readonly folder: string
  /** Runs a shell inside; what it is asked for is answered with `answers`. */
  readonly run: (script: string, answers?: string) => { readonly status: number | null; readonly output: string }
  readonly stop: () => void
}

const SUITE = 'bookworm'
const MIRROR = 'http://deb.debian.org/debian'
// What the guide installs, and what a Debian machine has anyway. Inside there is no way to the package mirror.
const PACKAGES =
  'systemd,systemd-sysv,dbus,sudo,iproute2,ca-certificates,postgresql,bubblewrap,python3,nats-server,openssl'

/**
 * Needs root, for the mounts; the root itself is fetched once, and every run has its own copy on top of it, to which
 * `prepare` adds what is installed there.
 */
export async function startCleanRoot(prepare: (folder: string) => void): Promise<CleanRoot> {
  if (process.getuid?.() !== 0) throw new Error('This proof mounts file systems: run it as root.')
  const base = fetchBase()
  const place = mkdtempSync(path.join(tmpdir(), 'trading-bot-machine-'))
  const folder = path.join(place, 'root')
  const scratch = path.join(place, 'scratch')
  for (const each of [folder, scratch]) mkdirSync(each)
  must('mount', ['-t', 'tmpfs', 'tmpfs', scratch])
  for (const each of ['upper', 'work']) mkdirSync(path.join(scratch, each))
  const layers = `lowerdir=${base},upperdir=${scratch}/upper,workdir=${scratch}/work`
  must('mount', ['-t', 'overlay', 'overlay', '-o', layers, folder])
  copyFileSync(process.execPath, path.join(folder, 'usr/bin/node'))
  // Every machine knows its own name; sudo complains otherwise.
  writeFileSync(path.join(folder, 'etc/hosts'), `127.0.0.1 localhost ${hostname()}\n`)
  prepare(folder)
  const script = path.join(place, 'boot.sh')
  writeFileSync(script, bootScript(folder))
  const namespaces = ['--pid', '--mount', '--uts', '--ipc', '--net', '--cgroup']
  const child = spawn('unshare', [...namespaces, '--fork', '--kill-child=KILL', 'bash', script], { stdio: 'ignore' })
  const first = await firstProcess(child.pid!)
  const run: CleanRoot['run'] = (text, answers = '') => {
    const inside = ['-t', String(first), '-m', '-p', '-u', '-i', '-n', '-C', '-r', '-w']
    const options = {
      input: answers,
      encoding: 'utf8' as const,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' },
    }
    const { status, stdout, stderr } = spawnSync('nsenter', [...inside, 'bash', '-c', text], options)
    return { status, output: `${stdout}${stderr}` }
  }
  await until('systemd to be up', async () => /running|degraded/.test(run('systemctl is-system-running').output))
  return {
    folder,
    run,
    stop: () => {
      child.kill('SIGKILL')
      for (const each of [folder, scratch]) spawnSync('umount', ['--recursive', '--lazy', each])
      rmSync(place, { recursive: true, force: true })
    },
  }
}

function fetchBase(): string {
  const base = path.join(homedir(), '.cache/trading-bot', `debian-${SUITE}`)
  const done = `${base}.done`
  if (existsSync(done)) return base
  rmSync(base, { recursive: true, force: true })
  must('debootstrap', ['--variant=minbase', `--include=${PACKAGES}`, SUITE, base, MIRROR])
  writeFileSync(done, '')
  return base
}

/** Mounts what a machine has, and nothing of this one's, then becomes systemd. */
function bootScript(folder: string): string {
  return `set -e
mount --make-rprivate /
cd ${folder}
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
mount -t tmpfs -o mode=1777 tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
ln -s pts/ptmx dev/ptmx
# Its own nodes: a machine changes the rights of its devices.
for device in null:3 zero:5 full:7 random:8 urandom:9 console:3; do mknod -m 666 dev/\${device%:*} c 1 \${device#*:}; done
mknod -m 666 dev/tty c 5 0
ip link set lo up
export container=other
# Not chroot: the kernel lets nobody in one make a user namespace, and so no sandbox.
pivot_root . mnt
cd /
umount --lazy /mnt
exec /lib/systemd/systemd --show-status=0 --log-target=journal
`
}

/** The first process of the namespaces, by its number outside. */
async function firstProcess(parent: number): Promise<number> {
  let pid = ''
  await until('the first process', async () => {
    const { stdout } = spawnSync('pgrep', ['--parent', String(parent)], { encoding: 'utf8' })
    pid = stdout.trim()
    return pid !== ''
  })
  return Number(pid)
}

/** Shows a folder of this machine there, without the right to change it. */
export function showFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  must('mount', ['--bind', '-o', 'ro', from, to])
}

function must(command: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (error) throw new Error(`${command} is needed: apt install ${command}`, { cause: error })
  if (status !== 0) throw new Error(`${command} failed:\n${stdout.slice(-2_000)}${stderr.slice(-2_000)}`)
}

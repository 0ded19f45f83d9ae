import { statfs } from 'node:fs/promises'

export type FreeSpace = { readonly freeBytes: number; readonly totalBytes: number }
/** low: an operator has hours or days to make room; full: writes fail, or will within minutes. */
export type StorageState = 'ok' | 'low' | 'full'

const MIB = 1024 ** 2

/** Of the disk that holds the folder; undefined where the system does not say. */
export async function readFreeSpace(folder: string): Promise<FreeSpace | undefined> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk && disk.blocks > 0
    ? { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize }
    : undefined
}

/** By share on small disks, by size on large ones: a tenth of ten terabytes is no shortage. */
export function stateOf({ freeBytes, totalBytes }: FreeSpace): StorageState {
  if (freeBytes < Math.min(totalBytes / 50, 256 * MIB)) return 'full'
  return freeBytes < Math.min(totalBytes / 10, 5 * 1024 * MIB) ? 'low' : 'ok'
}

export function inMebibytes(bytes: number): string {
  return `${Math.floor(bytes / MIB).toLocaleString('en-IN')} MiB`
}

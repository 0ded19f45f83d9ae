import { onTestFinished, vi } from 'vitest'

type SavedFile = { name: string; text: Promise<string> }

/** The files that the product hands to the browser from here on, newest last. */
export function catchDownloads(): SavedFile[] {
  const files: SavedFile[] = []
  let newest: Blob | undefined
  const address = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    newest = blob as Blob
    return 'blob:caught'
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, text: newest?.text() ?? Promise.resolve('') })
  })
  onTestFinished(() => {
    address.mockRestore()
    click.mockRestore()
  })
  return files
}

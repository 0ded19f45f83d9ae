import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

// A phone needs a second for 190 kB: what a screen does not show at once is loaded after it.
const MOST_KILOBYTES = 250
const MOST_FILES = 12

// The screens that people begin with. Every other one is fetched once the product has started.
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  '/login': ['app/account-layout.tsx', 'auth/login-page.tsx'],
  '/dashboard': ['shell/shell.tsx', 'screens/dashboard-screen.tsx'],
  '/pricing': ['shell/shell.tsx', 'pricing/pricing-page.tsx'],
  '/trades': ['shell/shell.tsx', 'screens/trade-analytics-screen.tsx'],
}

/**
 * Names the files of these screens in the page, where public/page-start.js reads them. The build fails when a screen
 * needs more of them, or more bytes, before it is drawn.
 */
export function screenFiles(): Plugin {
  return {
    name: 'screen-files',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        if (bundle === undefined) return html
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        const first = Object.keys(bundle).filter((file) => html.includes(`"/${file}"`))
        const lists = Object.entries(SCREENS).map(([path, modules]) => {
          const files = filesOf(chunks, modules).filter((file) => !first.includes(file))
          refuseMuch(path, [...first, ...files], bundle)
          return [path, files.map((file) => `/${file}`)]
        })
        const screens = JSON.stringify(Object.fromEntries(lists)).replaceAll('"', '&quot;')
        return html.replace('src="/page-start.js"', `src="/page-start.js" data-screens="${screens}"`)
      },
    },
  }
}

function filesOf(chunks: readonly Rolldown.OutputChunk[], modules: readonly string[]): string[] {
  const found = new Set<string>()
  const add = (chunk: Rolldown.OutputChunk) => {
    for (const file of [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]) found.add(file)
    for (const one of chunks) if (chunk.imports.includes(one.fileName) && !found.has(one.fileName)) add(one)
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
    if (chunk === undefined) throw new Error(`No file has ${module}.`)
    add(chunk)
  }
  return [...found]
}

function refuseMuch(path: string, files: readonly string[], bundle: Rolldown.OutputBundle): void {
  const sizes = files.map((file) => {
    const output = bundle[file]
    return output === undefined ? 0 : gzipSync(output.type === 'chunk' ? output.code : output.source).length
  })
  const kilobytes = Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024)
  if (kilobytes <= MOST_KILOBYTES && files.length <= MOST_FILES) return
  const limits = `${MOST_FILES} files and ${MOST_KILOBYTES} kB`
  throw new Error(`${path} needs ${files.length} files and ${kilobytes} kB to begin with; ${limits} are allowed.`)
}

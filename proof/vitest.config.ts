// The long proofs, each a part of `npm run proof`; npm test runs their short forms (README.md).
import path from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  test: {
    name: 'proof',
    include: ['proof/**/*.proof.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
})

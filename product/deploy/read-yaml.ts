import { spawnSync } from 'node:child_process'
import { findPythonPackages } from './install-checkers.ts'

const PROGRAM = 'import json, sys, yaml; print(json.dumps(list(yaml.safe_load_all(open(sys.argv[1])))))'

const known = new Map<string, unknown[]>()

/** The documents of a YAML file; a file that is none throws with the place of the mistake. */
export function readYaml(file: string): unknown[] {
  const documents = known.get(file) ?? parse(file)
  known.set(file, documents)
  return documents
}

function parse(file: string): unknown[] {
  const env = { ...process.env, PYTHONPATH: findPythonPackages() }
  const { status, stdout, stderr } = spawnSync('python3', ['-c', PROGRAM, file], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file}: ${stderr}`)
  return JSON.parse(stdout) as unknown[]
}

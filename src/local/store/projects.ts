/** Settings of projects (platform contract §6), as rows. A project without a row has the defaults. */
import type { CategoryNames, Scope } from './rows.ts';
import type { Sql } from './sql.ts';

export interface ProjectSettings {
  readonly custom_instructions: string | null;
  readonly agent_custom_instructions: string | null;
  readonly custom_categories: CategoryNames | null;
  readonly decay: boolean;
}

const DEFAULTS: ProjectSettings = {
  custom_instructions: null,
  agent_custom_instructions: null,
  custom_categories: null,
  decay: false,
};

export class Projects {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  settings(scope: Scope): ProjectSettings {
    const [row] = this.#sql.all('SELECT settings FROM projects WHERE org_id = ? AND project_id = ?', [
      scope.org_id,
      scope.project_id,
    ]);
    // Written by `change` below.
    return row === undefined ? DEFAULTS : { ...DEFAULTS, ...(JSON.parse(String(row['settings'])) as ProjectSettings) };
  }

  change(scope: Scope, changes: Partial<ProjectSettings>, now: number): void {
    const settings = JSON.stringify({ ...this.settings(scope), ...changes });
    this.#sql.run(
      `INSERT INTO projects(org_id, project_id, settings, updated_at) VALUES(?, ?, ?, ?)
       ON CONFLICT(org_id, project_id) DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at`,
      [scope.org_id, scope.project_id, settings, now],
    );
  }
}

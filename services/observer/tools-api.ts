/** `api.tools`: what the executors have announced, answered by any observer. */
import type { RoleContext } from '../../shared/actor/role-context.ts';
import { apiSubject } from '../../shared/bus/subjects.ts';
import { toFault } from '../../shared/errors.ts';
import { readRegistry } from '../../shared/tools/tool-registry.ts';
import { VERSION } from '../../shared/version.ts';

export async function serveToolsApi(context: RoleContext): Promise<void> {
  const { connection, namespace } = context;
  const service = await connection.services.add({ name: 'loopwright-observer', version: VERSION });
  service.addEndpoint('tools', {
    subject: apiSubject(namespace, 'tools'),
    handler: (error, message) => {
      if (error !== null) return;
      readRegistry(connection, namespace).then(
        (tools) => message.respond(JSON.stringify({ ok: true, tools })),
        (thrown: unknown) => {
          const { code, facts, cure } = toFault(thrown);
          message.respond(JSON.stringify({ ok: false, error: { code, message: facts, cure } }));
        },
      );
    },
  });
}

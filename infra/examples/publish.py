# A task from Python, beside `npm start` (pip install nats-py): publish.py [GOAL] [URL]
import asyncio
import json
import sys
import time

import nats

ENDS = ("task.completed", "task.failed", "task.cancelled", "human.requested")


async def main(goal="查一下这周五北京的天气", url=None):
    if url is None:
        with open(".loopwright/dev.json", encoding="utf-8") as file:
            url = json.load(file)["natsUrl"]
    connection = await nats.connect(url)
    task_id = f"t{time.time_ns()}"
    results = await connection.subscribe(f"lw.ev.router.client.{task_id}")
    submission = json.dumps({"id": task_id, "goal": goal})
    await connection.jetstream().publish("lw.tasks.submit", submission.encode())
    async for message in results.messages:
        event = json.loads(message.data)
        data = event["data"]
        print(event["type"], data.get("answer") or data.get("reason") or data.get("question") or "")
        if event["type"] in ENDS:
            break
    await connection.close()


asyncio.run(main(*sys.argv[1:]))

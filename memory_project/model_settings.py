"""The models that are called: a language model, embeddings, a reranker."""

from memory_project.product_settings import env

LLM_BASE_URL = env.str("LLM_BASE_URL", default="")
LLM_API_KEY = env.str("LLM_API_KEY", default="")
LLM_MODEL = env.str("LLM_MODEL", default="gpt-4o-mini")
LLM_TIMEOUT_SECONDS = env.float("LLM_TIMEOUT_SECONDS", default=30.0)
LLM_RETRIES = env.int("LLM_RETRIES", default=2)
LLM_READS_WRITES = env.bool("LLM_READS_WRITES", default=True)
LLM_READING_SECONDS = env.float("LLM_READING_SECONDS", default=10.0)
LLM_PATIENCE_SECONDS = env.int("LLM_PATIENCE_SECONDS", default=3600)
LLM_INPUT_PRICE = env.float("LLM_INPUT_PRICE", default=0.0)
LLM_OUTPUT_PRICE = env.float("LLM_OUTPUT_PRICE", default=0.0)
LLM_TOKENS_PER_DAY = env.int("LLM_TOKENS_PER_DAY", default=1_000_000)

EMBEDDING_MODEL = env.str("EMBEDDING_MODEL", default="sentence-transformers/all-MiniLM-L6-v2")
EMBEDDING_DIMENSIONS = env.int("EMBEDDING_DIMENSIONS", default=0) or None
EMBEDDING_WEIGHTS_SHA256 = env.str("EMBEDDING_WEIGHTS_SHA256", default="")
EMBEDDING_BASE_URL = env.str("EMBEDDING_BASE_URL", default="")
EMBEDDING_QUERY_PROMPT = env.str("EMBEDDING_QUERY_PROMPT", default=None)
EMBEDDING_PASSAGE_PROMPT = env.str("EMBEDDING_PASSAGE_PROMPT", default=None)
EMBEDDING_API_KEY = env.str("EMBEDDING_API_KEY", default="")
EMBEDDING_THREADS = env.int("EMBEDDING_THREADS", default=2)
EMBEDDING_QUERY_CACHE = env.int("EMBEDDING_QUERY_CACHE", default=1000)

RERANK_URL = env.str("RERANK_URL", default="")
RERANK_FORMAT = env.str("RERANK_FORMAT", default="cohere")
RERANK_MODEL = env.str("RERANK_MODEL", default="")
RERANK_API_KEY = env.str("RERANK_API_KEY", default="")
RERANK_FIRST = env.int("RERANK_FIRST", default=20)
RERANK_SECONDS = env.float("RERANK_SECONDS", default=0.5)
